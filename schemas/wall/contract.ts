/** The state of a chain at one glance. */
export type ChainPulse = {
  chainId: number
  name: string
  network: 'MAINNET' | 'TESTNET'
  isActive: boolean
  /** The newest block of any endpoint; null before the first answer. */
  blockNumber: string | null
  blockAt: string | null
  answeredAt: string | null
  /** Longer without a new block than the chain's own pace explains. */
  isLate: boolean
  /** Transactions that are not final yet. */
  open: number
  /** The time from which the oldest of them waits. */
  oldestAt: string | null
}

/** Tasks for a person, each with the page where it is done. */
export const WALL_TASKS = [
  'exceptions',
  'proposals_open',
  'needs_operator',
  'keys_awaited',
  'mails_failed',
  'webhooks_late',
] as const
export type WallTask = (typeof WALL_TASKS)[number]

type Outcomes = { ok: number; failed: number }

/** The part of a project in the figures of the last 24 hours. */
export type WallProject = {
  projectId: string
  projectName: string
  businessName: string
  transactions: Outcomes
  requests: Outcomes
  deliveries: Outcomes
  volumeUsd: string
}

export type WallView = {
  chains: ChainPulse[]
  /**
   * The tasks whose count is not zero. `oldestAt`: the time from which the oldest waits. `oldestId`: for awaited keys,
   * the business and the project that wait longest.
   */
  tasks: { task: WallTask; count: number; oldestAt: string | null; oldestId: string | null }[]
  providers: {
    name: string
    isActive: boolean
    /** Without keys it opens no account. */
    hasKeys: boolean
    lastOkAt: string | null
    failingSince: string | null
    lastFailure: string | null
  }[]
  /** The last 24 hours over all businesses, from the hourly counts. */
  day: {
    transactions: Outcomes
    requests: Outcomes
    deliveries: Outcomes
    volumeUsd: string
    feesUsd: string
  }
  /** These figures for each of the last 24 hours, oldest first. The last hour has not ended. */
  hours: {
    at: string
    transactions: Outcomes
    requests: Outcomes
    deliveries: Outcomes
    volumeUsd: string
  }[]
  /** The projects behind these figures, at most 20: those with the most failures, then those with the most activity. */
  projects: WallProject[]
}
