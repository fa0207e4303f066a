'use client'

import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import type { Cure, CureKind } from '@/schemas/transactions/life/contract'

type CureButtonProps = { projectId: string; transactionId: string; cure: Cure }

/** The page on which a business cures a state; words alone for what is no page. */
export function CureButton({ projectId, transactionId, cure }: CureButtonProps) {
  const href = hrefOf({ projectId, transactionId }, cure)
  if (href === null) return <span className="text-[0.8125rem]">{textOf(cure)}</span>
  return (
    <LinkButton size="sm" href={href}>
      {cure.label}
    </LinkButton>
  )
}

function hrefOf({ projectId, transactionId }: Omit<CureButtonProps, 'cure'>, { kind, id = '' }: Cure): string | null {
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
  } satisfies Record<CureKind, string | null>
  return pages[kind]
}

function textOf({ kind, label }: Cure): string {
  return kind === 'speed_up' ? 'Use Speed up at the top of this page.' : `${label}.`
}
