import { textsOf } from '../ground/json';
import {
  anyBlock,
  blockIn,
  except,
  flag,
  objects,
  number,
  withDefault,
  text,
  texts,
  type Form,
  type Members,
} from './form';
import { Expression } from './source';

/** A header: a block with a name and values in versions 3 and 4, and an object with `host` in version 5. */
const header: Form = (value, at) => {
  const block = blockIn(value, at) ?? {};
  if (block instanceof Expression) return block;
  const { host, values } = block;
  const hosts = textsOf(host ?? values);
  return hosts.length === 0 ? undefined : { Host: hosts };
};

/** The members of `cloudflare_load_balancer_pool`. */
export const pool: Members = {
  id: text,
  name: text,
  description: text,
  enabled: flag,
  minimum_origins: number,
  monitor: text,
  check_regions: texts,
  notification_email: text,
  latitude: number,
  longitude: number,
  load_shedding: anyBlock,
  origin_steering: anyBlock,
  notification_filter: anyBlock,
  origins: withDefault(
    objects({
      name: text,
      address: text,
      enabled: flag,
      weight: number,
      virtual_network_id: text,
      port: except(number, 0),
      header,
    }),
    [],
  ),
};
