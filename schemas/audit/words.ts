/** The kinds of actors: a person, an API key, or the platform. */
export const AUDIT_ACTORS = ['user', 'key', 'system'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]
