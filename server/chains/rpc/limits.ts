/** All time limits and sizes of the RPC layer. */
export const RPC_LIMITS = {
  /** One HTTP request, reads and sends alike. */
  requestTimeoutMs: 10_000,
  connectTimeoutMs: 5_000,
  /** Questions about an endpoint itself: its chain id, its head. */
  probeTimeoutMs: 3_000,
  /** Calls per HTTP request: what public nodes accept at least. */
  batchSize: 50,
  connectionsPerEndpoint: 8,
  /** Failures in a row after which an endpoint is paused. */
  failuresToOpen: 3,
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
  /** While a chain has nothing else to ask, a paused endpoint is tried again this soon. */
  urgentPauseMs: 250,
  /** The chain id is asked again this often, sooner while it is wrong. */
  identityEveryMs: 300_000,
  wrongIdentityEveryMs: 30_000,
  /** An endpoint of higher priority takes over again once it was well for this time. */
  returnAfterMs: 30_000,
  /** Heads of the endpoints not in use are asked this often, at most once a block. */
  headsEveryMs: 2_000,
  /** A head without confirmation for this time is no longer trusted: a local chain was reset. */
  headBelievedMs: 60_000,
  /** The time that an endpoint may lag behind the best known head, at least two blocks. */
  lagToleratedMs: 4_000,
  /** After one endpoint answered a send, the time that the others get before the answer goes out without them. */
  sendGraceMs: 3_000,
  /** Sends an endpoint may have waiting; beyond, it gets no more until it caught up. */
  sendsWaiting: 2_000,
}
