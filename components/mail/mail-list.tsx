'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { BusinessLink } from '@/components/businesses/business-link'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { Page } from '@/components/layout/page'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { actionsColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { EmailAddress } from '@/components/ui/email-address'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { MailView } from '@/schemas/mail/contract'
import { KIND_NAMES, MAIL_DISPLAYS, STATUS_OPTIONS } from './mail-displays'
import { mailFilter, toMailInput } from './mail-filter'
import { ResendMail } from './resend-mail'

const REFRESH_MS = 10_000

/** The outbox of emails: their content, recipients and outcomes. */
export function MailList() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(mailFilter)
  const query = useQuery(
    trpc.mail.list.queryOptions(toMailInput(filter), {
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  return (
    <Page
      title="Email"
      description="Receipts, reminders and notices to business owners, and messages to alarm channels. Failed messages are retried for a day."
    >
      {query.data?.isOn === false ? (
        <Alert tone="warning" title="No email is sent">
          SMTP_URL is not set. Emails appear here as skipped.
        </Alert>
      ) : null}
      <FilterBar
        lead={
          <FilterSearch
            label="Search by recipient"
            placeholder="Email address of the recipient"
            maxLength={254}
            value={filter.to}
            onSearch={(to) => setFilter({ to: to || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
      >
        <FilterSelect
          label="Status"
          all="All states"
          options={STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Emails"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        onPage={(page) => setFilter({ page })}
        onClear={filter.status || filter.to ? () => setFilter(null) : undefined}
        empty={
          <EmptyState icon={<Mail aria-hidden />} title="No emails yet">
            Receipts and reminders appear here.
          </EmptyState>
        }
      />
    </Page>
  )
}

const COLUMNS: readonly TableColumn<MailView>[] = [
  {
    id: 'mail',
    header: 'Email',
    cell: (row) => (
      <span className="block min-w-0 max-w-96 py-1">
        <span className="block break-words font-medium">
          {row.paymentId ? <TextLink href={paths.operatorPayment(row.paymentId)}>{row.subject}</TextLink> : row.subject}
        </span>
        <EmailAddress value={row.to} className="block text-[0.8125rem] text-muted-foreground" />
        {row.error ? (
          <span className="block break-words text-[0.8125rem] text-danger-foreground">{row.error}</span>
        ) : null}
        <span className="mt-1 block list-sm:hidden">
          <StateBadge state={row.status} displays={MAIL_DISPLAYS} />
        </span>
      </span>
    ),
  },
  { ...stateColumn((row) => row.status, MAIL_DISPLAYS), hideBelow: 'sm' },
  { id: 'kind', header: 'Kind', hideBelow: 'lg', cell: (row) => KIND_NAMES[row.kind] },
  {
    id: 'business',
    header: 'Business',
    hideBelow: 'md',
    cell: ({ businessId, businessName }) =>
      businessId && businessName ? <BusinessLink id={businessId} name={businessName} /> : '—',
  },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ attemptCount, nextAttemptAt }) => (
      <span className="block py-1">
        <span className="tabular">{attemptCount}</span>
        {nextAttemptAt && attemptCount > 0 ? (
          <span className="block text-[0.8125rem] text-muted-foreground">
            next <Time value={nextAttemptAt} />
          </span>
        ) : null}
      </span>
    ),
  },
  dateColumn((row) => row.createdAt, { header: 'Created', hideBelow: 'md' }),
  actionsColumn((row) => (row.status === 'pending' || row.isAlarm ? null : <ResendMail mail={row} />)),
]
