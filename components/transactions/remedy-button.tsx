'use client'

import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import type { Remedy, RemedyKind } from '@/schemas/transactions/life/contract'

type RemedyButtonProps = { projectId: string; transactionId: string; remedy: Remedy }

/** A link to the page that resolves a state, or a text if no page does. */
export function RemedyButton({ projectId, transactionId, remedy }: RemedyButtonProps) {
  const href = hrefOf({ projectId, transactionId }, remedy)
  if (href === null) return <span className="text-[0.8125rem]">{textOf(remedy)}</span>
  return (
    <LinkButton size="sm" href={href}>
      {remedy.label}
    </LinkButton>
  )
}

function hrefOf(
  { projectId, transactionId }: Omit<RemedyButtonProps, 'remedy'>,
  { kind, id = '' }: Remedy,
): string | null {
  const pages = {
    fund_wallet: paths.wallet(projectId, id),
    wallet: paths.wallet(projectId, id),
    top_up: paths.balance(projectId),
    send_again: paths.sendAgain(projectId, transactionId),
    approve: paths.approvals(projectId),
    policy: paths.policy(projectId),
    screening: paths.screening(projectId),
    earlier: paths.transaction(projectId, id),
    settings: paths.settings(projectId),
    speed_up: null,
    support: null,
  } satisfies Record<RemedyKind, string | null>
  return pages[kind]
}

function textOf({ kind, label }: Remedy): string {
  return kind === 'speed_up' ? 'Use Speed up at the top of this page.' : `${label}.`
}
