export const RECOVERY_CAUSES = ['stopped', 'restored', 'other_database', 'chain_ahead', 'rewound'] as const
export type RecoveryCause = (typeof RECOVERY_CAUSES)[number]

/** The newest look counts for so long: an older one says nothing about chains that moved on. */
export const LOOK_TERM_MS = 120_000
