import type { PolicyRow } from './view'

/** Whether a policy limits anything: content that cannot be read is refused under one that does. */
export function limitsAnything({
  perTransactionMicros,
  dailyMicros,
  approvalAboveMicros,
  allowedRecipients,
  allowedMethods,
}: PolicyRow): boolean {
  return [perTransactionMicros, dailyMicros, approvalAboveMicros, allowedRecipients, allowedMethods].some(
    (limit) => limit !== null,
  )
}
