/** The progress of one reading of a chain for event subscriptions. */
export type NetworkDepth = {
  /** The confirmations of a block when it is read; 0 means final by the chain's own rule. */
  depth: number
  readBlock: string | null
  readAt: string | null
  subscriptions: number
  /** The number of blocks behind the newest one; null while one of both is unknown. */
  lagBlocks: string | null
  lagSeconds: number | null
}

/** A chain that events are read of, as operators see it. */
export type NetworkView = {
  chainId: number
  code: string
  name: string
  headBlock: string | null
  headAt: string | null
  depths: NetworkDepth[]
  endpoints: { active: number; faulty: number }
  /** In the last ten minutes. */
  recentEvents: number
  /**
   * Logs with the name of a subscribed event that turned out to be something else, since the subscriptions were made.
   */
  undecodable: number
  runningReplays: number
  /** The message of an open alarm; null if all is well. */
  trouble: string | null
}
