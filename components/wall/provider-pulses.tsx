import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { providerName } from '@/schemas/payments/providers/words'
import type { WallView } from '@/schemas/wall/contract'

type Provider = WallView['providers'][number]

/** Each payment provider's last response, and since when it fails. */
export function ProviderPulses({ providers }: { providers: readonly Provider[] }) {
  if (providers.length === 0) return null
  const used = providers.filter(({ hasKeys }) => hasKeys)
  const withoutKeys = providers.filter(({ hasKeys }) => !hasKeys)
  return (
    <Card title="Payment providers" actions={<LinkButton href={paths.providers}>All providers</LinkButton>} flush>
      <ul className="divide-y">
        {used.map((provider) => (
          <li key={provider.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <span className="min-w-32 font-medium">{providerName(provider.name)}</span>
            <Health provider={provider} />
            {provider.lastOkAt ? (
              <span className="text-[0.8125rem] text-muted-foreground">
                Last response <Time value={provider.lastOkAt} />
              </span>
            ) : null}
            {provider.lastFailure ? (
              <span className="wrap-anywhere basis-full text-[0.8125rem]">{provider.lastFailure}</span>
            ) : null}
          </li>
        ))}
        {withoutKeys.length > 0 ? (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-[0.8125rem]">
            <Badge>No API keys</Badge>
            <span className="text-muted-foreground">
              {withoutKeys.map(({ name }) => providerName(name)).join(', ')}
            </span>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}

function Health({ provider: { isActive, failingSince, lastOkAt } }: { provider: Provider }) {
  if (!isActive) return <Badge>Switched off</Badge>
  if (failingSince === null) return lastOkAt ? <Badge tone="success">Healthy</Badge> : <Badge>Not used yet</Badge>
  return (
    <Badge tone="danger">
      Failing since <Time value={failingSince} />
    </Badge>
  )
}
