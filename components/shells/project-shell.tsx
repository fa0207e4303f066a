import {
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftRight,
  Ban,
  Banknote,
  Bell,
  BookOpen,
  Cable,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  ListTree,
  Package,
  RadioTower,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  UserCheck,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { PendingBadge } from '@/components/approvals/pending-badge'
import { ProjectChainNotices } from '@/components/chains/chain-notices'
import { AppShell } from '@/components/layout/app-shell'
import type { NavGroup } from '@/components/layout/nav-item'
import { NetworkSwitch } from '@/components/layout/network-switch'
import { Switcher } from '@/components/layout/switcher'
import { NoticeBadge } from '@/components/notices/notice-badge'
import { paths } from '@/components/paths'
import { AccountMenu } from '@/components/people/account-menu'
import { type BusinessStatus, findSuspension, SUSPENSION_TEXTS } from '@/schemas/businesses/words'
import type { BusinessRole, PlatformRole } from '@/schemas/people/words'

type Project = { id: string; name: string; businessId: string; businessName: string }
type CurrentProject = Project & { testnetsOnly: boolean; status: BusinessStatus; businessStatus: BusinessStatus }

type ProjectShellProps = {
  person: { name: string; email: string; platformRole: PlatformRole | null }
  role: BusinessRole
  project: CurrentProject
  /** All projects the person can switch to. */
  projects: readonly Project[]
  /** The network that lists are filtered by, and the cookie that stores it. */
  networks: { scope: 'MAINNET' | 'TESTNET' | null; cookie: string }
  children: ReactNode
}

const ROLE_NAMES = {
  owner: 'Owner',
  developer: 'Developer',
  viewer: 'Viewer',
  operator: 'Operator',
  support: 'Support',
} satisfies Record<BusinessRole | PlatformRole, string>

/** The frame of a project's pages. */
export function ProjectShell({ person, role, project, projects, networks, children }: ProjectShellProps) {
  const { platformRole } = person
  const options = projects.length > 0 ? projects : [project]
  return (
    <AppShell
      nav={navOf(project, role, platformRole)}
      homeHref={paths.project(project.id)}
      searchIn={project.id}
      canSearchAll={platformRole !== null}
      switcher={
        <>
          <Switcher
            label="Project"
            current={project.name}
            hint={project.businessName}
            options={options.map((option) => ({
              href: paths.project(option.id),
              label: option.name,
              hint: option.businessName,
              current: option.id === project.id,
            }))}
          />
          <NetworkSwitch {...networks} testnetsOnly={project.testnetsOnly} />
        </>
      }
      userMenu={<AccountMenu name={person.name} email={person.email} role={ROLE_NAMES[platformRole ?? role]} />}
      banner={noticeOf(project, platformRole)}
    >
      <ProjectChainNotices projectId={project.id} />
      {networks.scope ? (
        <p className="border-b bg-sunken px-4 py-1.5 text-center text-[0.8125rem] text-muted-foreground">
          Lists and counts show {networks.scope === 'TESTNET' ? 'testnets' : 'mainnets'} only.
        </p>
      ) : null}
      {children}
    </AppShell>
  )
}

function noticeOf(project: CurrentProject, platformRole: PlatformRole | null): string | undefined {
  const suspended = findSuspension(project)
  const notices = [
    platformRole && `You are viewing ${project.businessName} as ${platformRole}. This area is read-only.`,
    suspended &&
      `${SUSPENSION_TEXTS[suspended]}. Transactions wait unsigned. Transactions that were already sent continue.`,
  ].filter((notice) => notice !== null)
  return notices.length > 0 ? notices.join(' ') : undefined
}

function navOf(project: Project, role: BusinessRole, platformRole: PlatformRole | null): readonly NavGroup[] {
  const { id } = project
  const back = {
    items: [
      {
        href: paths.business(project.businessId),
        label: `Back to ${project.businessName}`,
        icon: <ArrowLeft aria-hidden />,
      },
    ],
  }
  const audit = { href: paths.audit(id), label: 'Audit', icon: <ScrollText aria-hidden /> }
  return [
    ...(platformRole ? [back] : []),
    {
      items: [
        { href: paths.project(id), label: 'Home', icon: <House aria-hidden />, exact: true },
        {
          href: paths.notifications(id),
          label: 'Notifications',
          icon: <Bell aria-hidden />,
          badge: <NoticeBadge projectId={id} />,
        },
      ],
    },
    {
      label: 'Activity',
      items: [
        { href: paths.wallets(id), also: paths.sweeps(id), label: 'Wallets', icon: <Wallet aria-hidden /> },
        { href: paths.deposits(id), label: 'Deposits', icon: <ArrowDownToLine aria-hidden /> },
        { href: paths.transactions(id), label: 'Transactions', icon: <ArrowLeftRight aria-hidden /> },
        {
          href: paths.approvals(id),
          label: 'Approvals',
          icon: <UserCheck aria-hidden />,
          badge: <PendingBadge projectId={id} />,
        },
        { href: paths.tokens(id), label: 'Tokens', icon: <Landmark aria-hidden /> },
        { href: paths.events(id), label: 'Events', icon: <RadioTower aria-hidden /> },
      ],
    },
    {
      label: 'Developers',
      items: [
        { href: paths.requests(id), label: 'Request log', icon: <ListTree aria-hidden /> },
        { href: paths.webhooks(id), label: 'Webhook deliveries', icon: <Webhook aria-hidden /> },
        { href: paths.webhookEndpoints(id), label: 'Webhook endpoints', icon: <Cable aria-hidden /> },
        { href: paths.keys(id), label: 'API keys', icon: <KeyRound aria-hidden /> },
        { href: paths.docs, label: 'API reference', icon: <BookOpen aria-hidden /> },
      ],
    },
    {
      label: 'Security',
      // These pages are set up once and seldom opened later.
      collapsed: true,
      items: [
        { href: paths.policy(id), label: 'Policy', icon: <ListChecks aria-hidden /> },
        { href: paths.screening(id), label: 'Address screening', icon: <Ban aria-hidden /> },
        { href: paths.allowlist(id), label: 'IP allowlist', icon: <ShieldCheck aria-hidden /> },
        ...(role === 'owner' ? [audit] : []),
      ],
    },
    {
      label: 'Business',
      // Only owners work with these pages.
      collapsed: role !== 'owner',
      items: [
        { href: paths.balance(id), label: 'Balance', icon: <Scale aria-hidden /> },
        { href: paths.payments(id), label: 'Payments', icon: <Banknote aria-hidden /> },
        { href: paths.projectPlans(id), label: 'Plans', icon: <Package aria-hidden /> },
        { href: paths.team(id), label: 'Team', icon: <Users aria-hidden /> },
        { href: paths.settings(id), label: 'Settings', icon: <Settings aria-hidden /> },
      ],
    },
  ]
}
