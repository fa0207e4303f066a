import type { AttemptRow, EventDraft } from './life-rows'

const SIGNED_TITLES = {
  first: 'Signed',
  bump: 'Signed again with a higher fee',
  cancel: 'Signed a cancellation',
  resign: 'Signed again after expiry',
  found: 'Found on chain',
} satisfies Record<AttemptRow['reason'], string>

const SENT_TITLES = {
  unsent: 'Sent',
  accepted: 'Accepted by the chain',
  rejected: 'Rejected by the chain',
  unknown: 'Sent, answer unknown',
} satisfies Record<AttemptRow['outcome'], string>

/** The events of one attempt: it was signed, and sent. */
export function attemptEvents({ id, nonce, reason, outcome, outcomeDetail, ...rest }: AttemptRow): EventDraft[] {
  const { answers, sends, createdAt, lastSentAt } = rest
  const nodes = answers.map(({ endpoint, outcome, detail }) => `${endpoint}: ${outcome}${detail ? ` (${detail})` : ''}`)
  const often = sends > 1 ? [`sent ${sends} times, this is the last`] : []
  const details = [...(nodes.length > 0 ? nodes : outcomeDetail ? [outcomeDetail] : []), ...often]
  return [
    {
      id: `signed ${id}`,
      kind: 'signed',
      at: createdAt,
      title: SIGNED_TITLES[reason],
      detail: nonce === null ? null : `Nonce ${nonce}`,
    },
    {
      id: `sent ${id}`,
      kind: 'sent',
      at: sends > 0 ? lastSentAt : null,
      title: SENT_TITLES[outcome],
      detail: details.join(' · ') || null,
      tone: outcome === 'rejected' ? 'failed' : outcome === 'unknown' ? 'info' : 'done',
    },
  ]
}
