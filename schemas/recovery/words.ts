export const RECOVERY_CAUSES = ['stopped', 'restored', 'other_database', 'chain_ahead', 'rewound'] as const
export type RecoveryCause = (typeof RECOVERY_CAUSES)[number]

/**
 * An operator's decision about a transaction that may be on its chain already: it is a different transaction, it is the
 * same, or it must not be sent.
 */
export const REPEATED_DECISIONS = ['send', 'sent', 'cancel'] as const
export type RepeatedDecision = (typeof REPEATED_DECISIONS)[number]

/** The actor that reapplies stops, in the audit log. */
export const RECOVERY_ACTOR = 'recovery'

/** The maximum age of a snapshot that operators may rely on, because chains change meanwhile. */
export const SNAPSHOT_TERM_MS = 120_000

/** The items that an operator reviews after a restore, because they may have been stopped after the backup. */
export const ACCESS_KINDS = [
  'key',
  'address',
  'person',
  'passkey',
  'authenticator_app',
  'business',
  'project',
  'blocked_addresses',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]
