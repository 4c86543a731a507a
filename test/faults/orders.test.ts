import { tryOrders } from '../support/explorer/orders';

tryOrders(2);
