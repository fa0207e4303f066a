import { paths } from '@/components/paths'
import type { DestinationAttempts } from '@/schemas/activity/contract'

const KIND_NAMES = {
  endpoint: 'Webhook endpoint',
  subscription: 'Event subscription',
  host: 'URL set in requests',
} satisfies Record<DestinationAttempts['kind'], string>

/** The kind of a destination, and the page that lists its attempts: the failed ones if there are any. */
export function destinationLink(
  projectId: string,
  { id, kind, name, failed }: DestinationAttempts,
): { kindName: string; href: string } {
  const kindName = KIND_NAMES[kind]
  switch (kind) {
    case 'endpoint':
      return { kindName, href: paths.webhookEndpoint(projectId, id) }
    case 'subscription':
      return {
        kindName,
        href: `${paths.eventLogs(projectId)}?subscriptionId=${id}${failed > 0 ? '&status=failed' : ''}`,
      }
    case 'host':
      return { kindName, href: `${paths.webhooks(projectId)}?search=${encodeURIComponent(name)}` }
    default:
      return kind satisfies never
  }
}
