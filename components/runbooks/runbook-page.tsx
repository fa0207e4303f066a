import { BookOpen, Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppShell } from '@/components/layout/app-shell'
import type { NavGroup } from '@/components/layout/nav-item'
import { Page } from '@/components/layout/page'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { buttonStyles } from '@/components/ui/button-styles'
import { Card } from '@/components/ui/card'
import { ALARM_KINDS, ALARMS, type AlarmKind, SEVERITIES } from '@/schemas/alarms/words'
import { Markdown } from './markdown'
import { readMarkdown } from './read-markdown'

const GROUP_NAMES = { critical: 'Critical', error: 'Errors', warning: 'Warnings' } as const

const GROUPS = SEVERITIES.map((severity) => ({
  label: GROUP_NAMES[severity],
  kinds: ALARM_KINDS.filter((kind) => ALARMS[kind].severity === severity),
}))

const NAV: readonly NavGroup[] = GROUPS.map(({ label, kinds }) => ({
  label,
  items: kinds.map((kind) => ({
    href: paths.runbook(kind),
    label: ALARMS[kind].name,
    icon: <BookOpen aria-hidden />,
  })),
}))

/** The runbook of one kind of alarm. */
export function RunbookPage({ kind, markdown }: { kind: AlarmKind; markdown: string }) {
  const [, ...blocks] = readMarkdown(markdown)
  return (
    <RunbookShell>
      <Page title={ALARMS[kind].name} breadcrumbs={[{ label: 'Runbooks', href: paths.runbooks }]}>
        <Markdown blocks={blocks} />
      </Page>
    </RunbookShell>
  )
}

/** All runbooks, the most severe first. */
export function RunbookList() {
  return (
    <RunbookShell>
      <Page title="Runbooks" description="What each alarm means, and what to do about it.">
        {GROUPS.map(({ label, kinds }) => (
          <Card key={label} title={label}>
            <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              {kinds.map((kind) => (
                <li key={kind}>
                  <TextLink href={paths.runbook(kind)}>{ALARMS[kind].name}</TextLink>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </Page>
    </RunbookShell>
  )
}

function RunbookShell({ children }: { children: ReactNode }) {
  const alarms = (
    <a href={paths.alarms} className={buttonStyles()}>
      <Siren aria-hidden />
      Alarms
    </a>
  )
  return (
    <AppShell nav={NAV} homeHref="/" userMenu={alarms}>
      {children}
    </AppShell>
  )
}
