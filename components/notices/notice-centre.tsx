'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LazySelect } from '@/components/ui/lazy-select'
import { ProblemAlert } from '@/components/ui/problem-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { NoticePreference, NoticeView } from '@/schemas/notices/contract'
import { DIGEST_HOUR, MAILINGS, type Mailing, NOTICES } from '@/schemas/notices/words'
import { NoticeChannels } from './notice-channels'

const REFRESH_MS = 15_000

const MAILING_NAMES = {
  off: 'Off',
  at_once: 'Immediately',
  daily: 'Daily digest',
} satisfies Record<Mailing, string>
const MAILING_OPTIONS = MAILINGS.map((value) => ({ value, label: MAILING_NAMES[value] }))

/** The notices for people of the project, and the reader's choice of notices by email. */
export function NoticeCentre({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.notices.list.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  const read = useServerMutation(trpc.notices.read, {
    again: true,
    onSuccess: () => client.invalidateQueries(trpc.notices.pathFilter()),
  })
  const hasNew = query.data?.items.some(({ isNew }) => isNew) ?? false
  return (
    <Page
      title="Notifications"
      description="Notifications are resolved automatically once the cause is gone."
      actions={
        <Button
          pending={read.isPending}
          disabledReason={hasNew ? null : 'You have seen all of them'}
          onClick={() => read.mutate({ projectId })}
        >
          Mark all as read
        </Button>
      }
    >
      <ProblemAlert problem={read.problem} />
      <QueryContent query={query} loading={<Skeleton className="h-64" />}>
        {({ items, preferences }) => (
          <>
            <Card flush>
              {items.length === 0 ? (
                <EmptyState icon={<BellOff aria-hidden />} title="No notifications">
                  Pending approvals, failing destinations, a low balance, expiring plans, payments under review and
                  unfunded coupons appear here.
                </EmptyState>
              ) : (
                <ul aria-label="Notifications" className="divide-y">
                  {items.map((notice) => (
                    <Notice key={notice.id} projectId={projectId} notice={notice} />
                  ))}
                </ul>
              )}
            </Card>
            <Preferences projectId={projectId} preferences={preferences} />
            <NoticeChannels projectId={projectId} />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

function Notice({ projectId, notice }: { projectId: string; notice: NoticeView }) {
  const { kind, title, detail, openedAt, closedAt, isNew } = notice
  const { page, action } = NOTICES[kind]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={closedAt ? 'text-muted-foreground' : 'font-medium'}>{title}</span>
          {isNew ? <Badge tone="accent">New</Badge> : null}
          {closedAt ? <Badge>Resolved</Badge> : null}
        </p>
        <p className="wrap-anywhere text-[0.8125rem] text-muted-foreground">{detail}</p>
        <p className="text-muted-foreground text-xs">
          Opened <Time value={openedAt} />
          {closedAt ? (
            <>
              , resolved <Time value={closedAt} />
            </>
          ) : null}
        </p>
      </div>
      {closedAt ? null : (
        <LinkButton size="sm" href={`${paths.project(projectId)}/${page}`}>
          {action}
        </LinkButton>
      )}
    </li>
  )
}

type PreferencesProps = { projectId: string; preferences: readonly NoticePreference[] }

function Preferences({ projectId, preferences }: PreferencesProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const set = useServerMutation(trpc.notices.setMailed, {
    again: true,
    onSuccess: () => client.invalidateQueries(trpc.notices.list.pathFilter()),
  })
  return (
    <Card
      title="Email notifications"
      description={`To you, for this project: each one immediately, or one email a day at ${String(DIGEST_HOUR).padStart(2, '0')}:00 UTC. Owners also get emails about payments and renewals, which cannot be turned off.`}
    >
      <ProblemAlert problem={set.problem} />
      <ul className="divide-y">
        {preferences.map(({ kind, mailing }) => (
          <li key={kind} className="flex items-center justify-between gap-4 py-2.5">
            <span>{NOTICES[kind].name}</span>
            <LazySelect
              aria-label={`Email: ${NOTICES[kind].name}`}
              className="w-40 shrink-0"
              options={MAILING_OPTIONS}
              value={mailing}
              disabled={set.isPending}
              onValueChange={(next) => set.mutate({ projectId, kind, mailing: next })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
