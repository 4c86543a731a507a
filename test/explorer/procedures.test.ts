import { tryOrders } from '../support/explorer/orders';

// test/faults/orders.test.ts tries two, which takes minutes.
tryOrders(1);
