/** What would come of an operation now. */
export type Trial = {
  refusal: { error: string; code: string } | null
  /** What its calls may use of gas together, as text; null where none would be sent. */
  gasLimit: string | null
  /** The most its gas costs, in dollars; null where the platform pays. */
  feeUsd: string | null
}
