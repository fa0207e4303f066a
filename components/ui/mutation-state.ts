/** Something a dialog or a form does: whether it is under way, what stood against it, and how it begins anew. */
export type MutationState = {
  isPending: boolean
  /** What a person is told when it did not go through, or null. */
  problem: string | null
  /** The page that resolves it, where one does: the plans, or the balance. */
  resolvePath?: string
  reset: () => void
}
