import { type SQL, sql } from 'drizzle-orm'

/**
 * The maximum cost of signed bytes, in native units: their gas at its highest price, and the fee of the first layer.
 * For a row of `transaction_attempts` with this alias. Use it wherever coins or holds have to cover signed bytes.
 */
export function worstFeeOf(attempt: 'a'): SQL {
  return sql.raw(`(${attempt}.gas_limit * ${attempt}.max_fee_per_gas + ${attempt}.l1_fee_units)`)
}
