/** The result of simulating an operation now. */
export type OperationSimulation = {
  refusal: { error: string; code: string } | null
  /** The total gas limit of its calls, as text; null if no call would be sent. */
  gasLimit: string | null
  /** The highest possible cost of its gas, in dollars; null if the platform pays. */
  feeUsd: string | null
}
