/** All time limits and sizes of the RPC layer. */
export const RPC_LIMITS = {
  /** One HTTP request, reads and sends alike. */
  requestTimeoutMs: 10_000,
  connectTimeoutMs: 5_000,
  /** Requests about an endpoint itself: its chain id, its head. */
  probeTimeoutMs: 3_000,
  /** Calls per HTTP request. All common public nodes accept this number. */
  batchSize: 50,
  connectionsPerEndpoint: 8,
  /** Failures in a row after which an endpoint is paused. */
  failuresToOpen: 3,
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
  /** A paused endpoint is tried again after this time if no other endpoint of the chain is available. */
  urgentPauseMs: 250,
  /** The interval at which the chain id is verified again; shorter while it is wrong. */
  identityEveryMs: 300_000,
  wrongIdentityEveryMs: 30_000,
  /** An endpoint of higher priority is used again once it has been healthy for this time. */
  returnAfterMs: 30_000,
  /** The interval at which heads of unused endpoints are read, at most once per block. */
  headsEveryMs: 2_000,
  /** A head that was not confirmed for this time is not used, because a local chain may have been reset. */
  headBelievedMs: 60_000,
  /** The time that an endpoint may lag behind the best known head, at least two blocks. */
  lagToleratedMs: 4_000,
  /** After one endpoint accepted a transaction, the time to wait for the others before the caller gets the answer. */
  sendGraceMs: 3_000,
  /** The maximum number of pending sends per endpoint. Beyond it, the endpoint gets none until it has caught up. */
  sendsWaiting: 2_000,
}
