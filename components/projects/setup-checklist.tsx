import { Check, ChevronRight } from 'lucide-react'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'

type Done = {
  keyIssued: boolean
  networksChosen: boolean
  walletGenerated: boolean
  transferCompleted: boolean
  webhookDelivered: boolean
}

type Step = {
  id: keyof Done
  title: string
  text: string
  link: { href: (projectId: string) => string; label: string }
}

const STEPS: readonly Step[] = [
  {
    id: 'keyIssued',
    title: 'Get an API key',
    text: 'The operator issues the first pair. Owners can rotate it.',
    link: { href: paths.keys, label: 'API keys' },
  },
  {
    id: 'networksChosen',
    title: 'Choose your networks',
    text: 'Limit the project to testnets while you build, or allow mainnets.',
    link: { href: paths.settings, label: 'Settings' },
  },
  {
    id: 'walletGenerated',
    title: 'Generate a wallet',
    text: 'Create an address here or through the API.',
    link: { href: paths.wallets, label: 'Wallets' },
  },
  {
    id: 'transferCompleted',
    title: 'Complete a transfer',
    text: 'Send tokens from your wallet and follow the transaction.',
    link: { href: paths.send, label: 'Send' },
  },
  {
    id: 'webhookDelivered',
    title: 'Receive a webhook',
    text: 'Add a webhookUrl to a transfer to receive its outcome.',
    link: { href: paths.webhooks, label: 'Deliveries' },
  },
]

/** The way to a working integration; each step ticks itself once it really happened, and the list folds away when all did. */
export function SetupChecklist({ projectId, done }: { projectId: string; done: Done }) {
  const count = STEPS.filter((step) => done[step.id]).length
  const badge = `${count} of ${STEPS.length} done`
  if (count < STEPS.length) {
    return (
      <Card title="Get started" actions={<Badge>{badge}</Badge>} flush>
        <Steps projectId={projectId} done={done} />
      </Card>
    )
  }
  return (
    <details className="group min-w-0 rounded-lg border bg-surface shadow-card">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-5 py-4 [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-2 font-semibold text-[0.9375rem] leading-6 tracking-tight">
          <ChevronRight
            aria-hidden
            className="size-4 text-muted-foreground transition-transform group-open:rotate-90"
          />
          Setup complete
        </span>
        <Badge tone="success">{badge}</Badge>
      </summary>
      <div className="border-t">
        <Steps projectId={projectId} done={done} />
      </div>
    </details>
  )
}

function Steps({ projectId, done }: { projectId: string; done: Done }) {
  return (
    <ol className="divide-y">
      {STEPS.map((step, index) => (
        <li key={step.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
          <span
            className={cn(
              'tabular flex size-7 shrink-0 items-center justify-center rounded-full font-semibold text-xs',
              done[step.id]
                ? 'bg-success text-success-foreground'
                : 'bg-muted text-muted-foreground dark:text-foreground/85',
            )}
          >
            {done[step.id] ? <Check aria-label="Done:" className="size-4" /> : index + 1}
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-medium">{step.title}</p>
            <p className="text-[0.8125rem] text-muted-foreground">{step.text}</p>
          </div>
          <LinkButton href={step.link.href(projectId)} size="sm" variant={done[step.id] ? 'ghost' : 'secondary'}>
            {step.link.label}
          </LinkButton>
        </li>
      ))}
    </ol>
  )
}
