import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { Logo } from '@/components/ui/logo'
import { StateBadge } from '@/components/ui/state-badge'
import { ThemeToggle } from '@/components/ui/theme-toggle'
import { ToneIcon } from '@/components/ui/tone-icon'
import type { AreaState, StatusArea, StatusIncident, StatusPage } from '@/schemas/status/contract'
import { formatUtc } from '@/server/text/format-utc'
import { StatusDays } from './status-days'
import { AREA_DISPLAYS, nameOf, STATUS_SENTENCES, toGroups } from './status-displays'

const SURFACES = {
  operational: 'bg-success text-success-foreground',
  degraded: 'bg-warning text-warning-foreground',
  down: 'bg-danger text-danger-foreground',
} satisfies Record<AreaState, string>

/** The public status page. Everything on it is text of the server, so that it can be read without scripts. */
export function StatusBoard({ status }: { status: StatusPage }) {
  const { state, areas, incidents, checkedAt } = status
  const names = new Map(areas.map(({ id, subject }) => [id, nameOf(subject)]))
  return (
    <div className="min-h-dvh">
      <header className="hull flex h-16 items-center justify-between bg-surface px-4 text-foreground sm:px-6">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="mx-auto max-w-3xl space-y-6 px-4 pt-4 pb-24 sm:px-6 sm:pt-8">
        <div>
          <h1 className="font-semibold text-xl tracking-tight">Status</h1>
          <p className="mt-1 text-muted-foreground">As of {formatUtc(new Date(checkedAt))}. Reload for the newest.</p>
        </div>
        <p className={cn('flex items-center gap-2.5 rounded-lg px-5 py-4 font-medium', SURFACES[state])}>
          <ToneIcon tone={AREA_DISPLAYS[state].tone} className="size-5" />
          {STATUS_SENTENCES[state]}
        </p>
        {toGroups(areas).map(({ name, areas }) => (
          <Card key={name} flush title={name}>
            <ul aria-label={name} className="divide-y">
              {areas.map((area) => (
                <Area key={area.id} area={area} />
              ))}
            </ul>
          </Card>
        ))}
        <Card flush title="Incidents" description="Open incidents, and those of the last 30 days.">
          {incidents.length === 0 ? (
            <p className="px-5 py-4 text-muted-foreground">No incidents.</p>
          ) : (
            <ul aria-label="Incidents" className="divide-y">
              {incidents.map((incident) => (
                <Incident
                  key={`${incident.areaId} ${incident.title} ${incident.openedAt}`}
                  incident={incident}
                  name={names.get(incident.areaId) ?? ''}
                />
              ))}
            </ul>
          )}
        </Card>
      </main>
    </div>
  )
}

function Area({ area: { subject, state, since, days } }: { area: StatusArea }) {
  const name = nameOf(subject)
  return (
    <li className="space-y-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{name}</h3>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {since ? <span className="text-[0.8125rem] text-muted-foreground">Since {utcMinute(since)}</span> : null}
          <StateBadge state={state} displays={AREA_DISPLAYS} />
        </div>
      </div>
      <StatusDays name={name} days={days} />
    </li>
  )
}

function Incident({ incident, name }: { incident: StatusIncident; name: string }) {
  const { title, state, openedAt, closedAt } = incident
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0">
        <p className="font-medium">
          {name}: {title}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">
          {closedAt ? `${utcMinute(openedAt)} to ${utcMinute(closedAt)}` : `Since ${utcMinute(openedAt)}`}
        </p>
      </div>
      {closedAt ? (
        <span className="text-[0.8125rem] text-muted-foreground">Resolved</span>
      ) : (
        <StateBadge state={state} displays={AREA_DISPLAYS} />
      )}
    </li>
  )
}

function utcMinute(moment: string): string {
  return formatUtc(new Date(moment), { seconds: false })
}
