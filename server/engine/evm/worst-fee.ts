import { type SQL, sql } from 'drizzle-orm'

/**
 * What signed bytes may cost at most, in native units: their gas at its highest price, and what the first layer may ask
 * for them. Of a row of `transaction_attempts` under this name; whatever counts on coins or holds money for what is
 * signed asks here.
 */
export function worstFeeOf(attempt: 'a'): SQL {
  return sql.raw(`(${attempt}.gas_limit * ${attempt}.max_fee_per_gas + ${attempt}.l1_fee_units)`)
}
