import { z } from 'zod'

/**
 * A record with a maximum number of keys. Its definition keeps the maximum as `maxKeys`, also when it is refined:
 * `parseInput` and the portal count the keys before a schema reads the first.
 */
export function recordOf<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maxKeys: number,
): z.ZodRecord<Key, Value> {
  const schema = z.record(key, value)
  const bounded = { ...schema.def, maxKeys }
  return schema.clone(bounded)
}
