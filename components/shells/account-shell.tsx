import { House, MailOpen, MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppShell } from '@/components/layout/app-shell'
import type { NavGroup } from '@/components/layout/nav-item'
import { paths } from '@/components/paths'
import { AccountMenu } from '@/components/people/account-menu'
import type { Person } from '@/schemas/people/contract'

const NAV: readonly NavGroup[] = [
  { items: [{ href: '/', label: 'Home', icon: <House aria-hidden />, exact: true }] },
  {
    label: 'Account',
    items: [
      { href: paths.sessions, label: 'Sign-in and security', icon: <MonitorSmartphone aria-hidden /> },
      { href: paths.invitations, label: 'Invitations', icon: <MailOpen aria-hidden /> },
    ],
  },
]

/** The frame of pages about the person, whatever they work on. */
export function AccountShell({ person, children }: { person: Person; children: ReactNode }) {
  const role = person.platformRole ?? person.memberships[0]?.role ?? 'viewer'
  const roleName = role.charAt(0).toUpperCase() + role.slice(1)
  return (
    <AppShell nav={NAV} homeHref="/" userMenu={<AccountMenu name={person.name} email={person.email} role={roleName} />}>
      {children}
    </AppShell>
  )
}
