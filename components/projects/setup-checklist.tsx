import { Check } from 'lucide-react'
import { RotateProjectKeys } from '@/components/keys/rotate-project-keys'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { SendFirstEvent } from '@/components/webhooks/send-first-event'
import { StartFreePlan } from './start-free-plan'

type Done = {
  planChosen: boolean
  keyIssued: boolean
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

/** The list has to stay while it shows the keys that it created. */
type KeyShowing = { onShow: () => void; onLiveKey: (key: string) => void }

const STEPS: readonly Step[] = [
  {
    id: 'planChosen',
    title: 'Choose a plan',
    text: 'API calls need a plan. The free Wallet plan takes one click and includes testnet transfers.',
    link: { href: paths.projectPlans, label: 'Plans' },
  },
  {
    id: 'keyIssued',
    title: 'Get API keys',
    text: 'The keys are shown once, with a first call to copy. The call creates two wallets.',
    link: { href: paths.keys, label: 'API keys' },
  },
  {
    id: 'walletGenerated',
    title: 'Generate a wallet',
    text: 'Create an address here or through the API. The page of a wallet has a Fund button where there are test funds.',
    link: { href: paths.wallets, label: 'Wallets' },
  },
  {
    id: 'transferCompleted',
    title: 'Complete a transfer',
    text: 'Send tokens from one wallet to the other. The form adds test funds where the wallet is empty.',
    link: { href: paths.send, label: 'Send' },
  },
  {
    id: 'webhookDelivered',
    title: 'Receive a webhook',
    text: 'Send a test event to the test destination of this portal. The delivery shows how to verify it in your code.',
    link: { href: paths.webhooks, label: 'Deliveries' },
  },
]

/**
 * The steps to a working integration. Each is checked off automatically. The list disappears when all are done, or when
 * it is dismissed.
 */
export function SetupChecklist({
  projectId,
  done,
  keys,
  onDismiss,
}: {
  projectId: string
  done: Done
  keys: KeyShowing
  onDismiss: () => void
}) {
  const count = STEPS.filter((step) => done[step.id]).length
  return (
    <Card
      title="Get started"
      actions={
        <>
          <Badge>{`${count} of ${STEPS.length} done`}</Badge>
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
      flush
    >
      <Steps projectId={projectId} done={done} keys={keys} />
    </Card>
  )
}

/** Whether nothing of the list is left to do. */
export function isSetUp(done: Done): boolean {
  return STEPS.every((step) => done[step.id])
}

type StepsProps = { projectId: string; done: Done; keys: KeyShowing }

function Steps({ projectId, done, keys }: StepsProps) {
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
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium">{step.title}</p>
            <p className="text-[0.8125rem] text-muted-foreground">{step.text}</p>
          </div>
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-11">
            {step.id === 'planChosen' && !done.planChosen ? <StartFreePlan projectId={projectId} /> : null}
            {/* It stays after the keys exist, because it shows them. */}
            {step.id === 'keyIssued' ? <RotateProjectKeys projectId={projectId} {...keys} isFirst /> : null}
            {step.id === 'webhookDelivered' && !done.webhookDelivered ? <SendFirstEvent projectId={projectId} /> : null}
            <LinkButton
              href={step.link.href(projectId)}
              size="sm"
              variant={done[step.id] ? 'ghost' : 'secondary'}
              data-takes-over={step.id === 'transferCompleted' ? 'setup' : undefined}
            >
              {step.link.label}
            </LinkButton>
          </div>
        </li>
      ))}
    </ol>
  )
}
