'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Power, Smartphone, Users } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { Page } from '@/components/layout/page'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { actionsColumn, dateColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { EmailAddress } from '@/components/ui/email-address'
import { EmptyState } from '@/components/ui/empty-state'
import { toast } from '@/components/ui/toast'
import type { PersonView } from '@/schemas/people/contract'
import { InvitePerson } from './invite-person'
import { OpenInvitations } from './open-invitations'
import { matchingPeople, peopleFilter } from './people-filter'
import { ResetFactor } from './reset-factor'
import { ResetPassword } from './reset-password'
import { usePlatformShortfall } from './use-platform-shortfall'

/** The people who can sign in. */
export function PeopleList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [changing, setChanging] = useState<PersonView | null>(null)
  const [lost, setLost] = useState<PersonView | null>(null)
  const [resetting, setResetting] = useState<PersonView | null>(null)
  const [{ search }, setFilter] = useQueryStates(peopleFilter)
  const shortfall = usePlatformShortfall()
  const query = useQuery(trpc.people.list.queryOptions())
  const setActive = useServerMutation(trpc.people.setActive, {
    onSuccess: async (_none, { isActive }) => {
      await client.invalidateQueries(trpc.people.list.pathFilter())
      setChanging(null)
      toast.success(isActive ? 'Sign-in switched on' : 'Sign-in switched off')
    },
  })
  const columns = useMemo(
    (): readonly TableColumn<PersonView>[] => [
      {
        id: 'name',
        header: 'Person',
        sortValue: (person) => person.name.toLowerCase(),
        cell: (person) => <PersonName person={person} />,
      },
      { id: 'role', header: 'Role', hideBelow: 'sm', cell: (person) => <PersonRole person={person} /> },
      {
        id: 'active',
        header: 'Sign-in',
        hideBelow: 'md',
        cell: (person) => (person.isActive ? 'On' : <Badge tone="warning">Off</Badge>),
      },
      dateColumn((person) => person.lastSeenAt, { id: 'seen', header: 'Last seen', hideBelow: 'md' }),
      actionsColumn((person) => (
        <PersonMenu
          person={person}
          shortfall={shortfall}
          onPassword={() => setResetting(person)}
          onFactor={() => setLost(person)}
          onSignIn={() => setChanging(person)}
        />
      )),
    ],
    [shortfall],
  )
  return (
    <Page title="People" description="People who can sign in to this portal." actions={<InvitePerson />}>
      <FilterBar
        lead={
          <FilterSearch
            label="Search people"
            placeholder="Part of a name, email or business"
            value={search}
            onSearch={(text) => setFilter({ search: text || null })}
          />
        }
      />
      <QueryTable
        label="People"
        columns={columns}
        query={listWithin(query, (list) => ({ ...list, items: matchingPeople(list.items, search) }))}
        onClear={search ? () => setFilter(null) : undefined}
        rowKey={(person) => person.id}
        empty={<EmptyState icon={<Users aria-hidden />} title="No people yet" />}
      />
      <OpenInvitations />
      <ConfirmDialog
        open={changing !== null}
        onOpenChange={(open) => !open && setChanging(null)}
        danger={changing?.isActive}
        title={`${changing?.isActive ? 'Switch off' : 'Switch on'} the sign-in of ${changing?.name ?? 'this person'}?`}
        description={
          changing?.isActive
            ? 'They are signed out everywhere immediately and cannot sign in until you switch it on again.'
            : 'They can sign in again with their current password.'
        }
        confirmLabel={changing?.isActive ? 'Switch off' : 'Switch on'}
        mutation={setActive}
        onConfirm={() => changing && setActive.mutate({ personId: changing.id, isActive: !changing.isActive })}
      />
      <ResetFactor person={lost} onClose={() => setLost(null)} />
      <ResetPassword person={resetting} onClose={() => setResetting(null)} />
    </Page>
  )
}

function PersonName({ person }: { person: PersonView }) {
  const { name, email, isActive } = person
  return (
    <span className="block min-w-0 py-1">
      <span className="wrap-anywhere block whitespace-normal font-medium">{name}</span>
      <EmailAddress value={email} className="block text-[0.8125rem] text-muted-foreground" />
      <span className="mt-1 block font-normal text-[0.8125rem] list-sm:hidden">
        <PersonRole person={person} />
      </span>
      {isActive ? null : (
        <span className="mt-1 block list-md:hidden">
          <Badge tone="warning">Sign-in off</Badge>
        </span>
      )}
    </span>
  )
}

function PersonRole({ person: { platformRole, memberships } }: { person: PersonView }) {
  if (platformRole)
    return (
      <Badge tone="accent" className="capitalize">
        {platformRole}
      </Badge>
    )
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {memberships.map(({ businessId, businessName, role }) => (
        <span key={businessId} className="flex items-center gap-1.5">
          <Badge className="capitalize">{role}</Badge>
          <TextLink href={paths.business(businessId)}>{businessName}</TextLink>
        </span>
      ))}
    </span>
  )
}

type PersonMenuProps = {
  person: PersonView
  shortfall: string | null
  onPassword: () => void
  onFactor: () => void
  onSignIn: () => void
}

function PersonMenu({ person: { name, isActive }, shortfall, onPassword, onFactor, onSignIn }: PersonMenuProps) {
  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`} disabledReason={shortfall}>
          <Ellipsis aria-hidden />
        </Button>
      }
      items={[
        { key: 'password', label: 'Reset password', icon: <KeyRound aria-hidden />, onSelect: onPassword },
        { key: 'factor', label: 'Reset second factor', icon: <Smartphone aria-hidden />, onSelect: onFactor },
        {
          key: 'sign-in',
          label: isActive ? 'Switch off sign-in' : 'Switch on sign-in',
          icon: <Power aria-hidden />,
          danger: isActive,
          onSelect: onSignIn,
        },
      ]}
    />
  )
}
