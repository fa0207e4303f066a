/** The mutation of a dialog or a form: whether it runs, its problem, and how to reset it. */
export type MutationState = {
  isPending: boolean
  /** The message for a person when it failed, or null. */
  problem: string | null
  /** The page that resolves it, if any: the plans, or the balance. */
  resolvePath?: string
  reset: () => void
}
