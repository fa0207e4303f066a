import {
  ArrowLeftRight,
  Ban,
  Banknote,
  BellRing,
  BookOpenCheck,
  Building2,
  CircleAlert,
  CircleDollarSign,
  Coins,
  Gauge,
  HandCoins,
  Landmark,
  LifeBuoy,
  ListChecks,
  Mail,
  Network,
  RadioTower,
  Route,
  Scale,
  ScrollText,
  Search,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { OperatorChainNotices } from '@/components/chains/chain-notices'
import { AlarmCount } from '@/components/engine/alarm-count'
import { FaultNotices } from '@/components/engine/fault-notices'
import { JobNotices } from '@/components/engine/job-notices'
import { ExceptionCount } from '@/components/exceptions/exception-count'
import { AppShell } from '@/components/layout/app-shell'
import type { NavGroup } from '@/components/layout/nav-item'
import { paths } from '@/components/paths'
import { AccountMenu } from '@/components/people/account-menu'
import type { PlatformRole } from '@/schemas/people/words'

type OperatorShellProps = {
  person: { name: string; email: string; platformRole: PlatformRole }
  children: ReactNode
}

const ROLE_NAMES = { operator: 'Operator', support: 'Support' } satisfies Record<PlatformRole, string>

const NAV: readonly NavGroup[] = [
  {
    items: [
      { href: paths.overview, label: 'Overview', icon: <Gauge aria-hidden />, exact: true },
      { href: paths.search, label: 'Search', icon: <Search aria-hidden /> },
      { href: paths.businesses, label: 'Businesses', icon: <Building2 aria-hidden /> },
      { href: paths.people, label: 'People', icon: <Users aria-hidden /> },
      { href: paths.plans, label: 'Plans', icon: <ListChecks aria-hidden /> },
    ],
  },
  {
    label: 'Money',
    items: [
      {
        href: paths.exceptions,
        label: 'Exceptions',
        icon: <CircleAlert aria-hidden />,
        badge: <ExceptionCount />,
      },
      { href: paths.operatorPayments, label: 'Payments', icon: <HandCoins aria-hidden /> },
      { href: paths.proposals, label: 'Proposals', icon: <UsersRound aria-hidden /> },
      { href: paths.providers, label: 'Providers', icon: <Banknote aria-hidden /> },
      { href: paths.depositTokens, label: 'Deposit tokens', icon: <Coins aria-hidden /> },
      { href: paths.rates, label: 'Rates', icon: <ArrowLeftRight aria-hidden /> },
      { href: paths.prices, label: 'Prices', icon: <CircleDollarSign aria-hidden /> },
      { href: paths.trialBalance, label: 'Trial balance', icon: <BookOpenCheck aria-hidden /> },
      { href: paths.gasLedger, label: 'Gas ledger', icon: <Scale aria-hidden /> },
      { href: paths.treasury, label: 'Treasury', icon: <Landmark aria-hidden /> },
    ],
  },
  {
    label: 'Chains',
    items: [
      { href: paths.chains, label: 'Chains', icon: <Network aria-hidden /> },
      { href: paths.networks, label: 'Networks', icon: <RadioTower aria-hidden /> },
      { href: paths.lanes, label: 'Lanes', icon: <Route aria-hidden /> },
    ],
  },
  {
    label: 'Operations',
    items: [
      { href: paths.alarms, label: 'Alarms', icon: <BellRing aria-hidden />, badge: <AlarmCount /> },
      { href: paths.platformScreening, label: 'Address screening', icon: <Ban aria-hidden /> },
      { href: paths.recovery, label: 'Recovery', icon: <LifeBuoy aria-hidden /> },
      { href: paths.mail, label: 'Email', icon: <Mail aria-hidden /> },
      { href: paths.operatorAudit, label: 'Audit', icon: <ScrollText aria-hidden /> },
    ],
  },
]

/** The frame of the operator's and support's own pages. */
export function OperatorShell({ person, children }: OperatorShellProps) {
  const { name, email, platformRole } = person
  return (
    <AppShell
      nav={NAV}
      homeHref={platformRole === 'support' ? paths.search : paths.overview}
      searchIn={null}
      userMenu={<AccountMenu name={name} email={email} role={ROLE_NAMES[platformRole]} />}
      banner={platformRole === 'support' ? 'You are signed in as support: everything is read-only.' : undefined}
    >
      <OperatorChainNotices />
      <JobNotices />
      <FaultNotices />
      {children}
    </AppShell>
  )
}
