import { docsPaths } from '@/components/docs-paths'
import { paths } from '@/components/paths'
import type { PaletteScope } from './palette-scope'

type Pages = PaletteScope['pages']

/** Actions of the palette, with their search terms. */
export function paletteActions(projectId: string | null): Pages {
  return [...(projectId === null ? ofPlatform() : ofProject(projectId)), ...ofPerson()]
}

function ofProject(projectId: string): Pages {
  return [
    { href: paths.send(projectId), label: 'Send a transfer', group: 'Action', terms: 'pay withdraw' },
    { href: paths.sendBatch(projectId), label: 'Send a batch of transfers', group: 'Action', terms: 'csv payroll' },
    {
      href: paths.wallets(projectId),
      label: 'Fund a wallet',
      group: 'Action',
      terms: 'faucet test funds generate deposit',
    },
    { href: paths.callContract(projectId), label: 'Call a contract', group: 'Action', terms: 'abi read function' },
    { href: paths.newToken(projectId), label: 'Issue a token', group: 'Action', terms: 'bond asset' },
    { href: paths.projectPlans(projectId), label: 'Top up the balance', group: 'Action', terms: 'add money fund usd' },
    { href: paths.statement(projectId), label: 'Statement of the balance', group: 'Action', terms: 'csv export' },
    { href: paths.keys(projectId), label: 'Get or rotate API keys', group: 'Action', terms: 'request secret' },
    { href: paths.team(projectId), label: 'Invite a person', group: 'Action', terms: 'team member colleague add user' },
    { href: paths.settings(projectId), label: 'New project', group: 'Action', terms: 'create add' },
  ]
}

function ofPlatform(): Pages {
  return [
    { href: paths.businesses, label: 'Create a business', group: 'Action', terms: 'new customer' },
    { href: paths.people, label: 'Invite a person', group: 'Action', terms: 'member operator support add user' },
  ]
}

function ofPerson(): Pages {
  const security = 'second factor 2fa totp passkey password sessions email'
  return [
    { href: paths.sessions, label: 'Sign-in and security', group: 'Account', terms: security },
    { href: paths.docs, label: 'Documentation', group: 'Docs', terms: 'docs api reference guides help' },
    { href: docsPaths.docsErrors(), label: 'Error codes', group: 'Docs', terms: 'errors status' },
  ]
}

const OUTCOMES: Record<string, string> = { '2': 'success', '4': 'refused', '5': 'failed' }

/** The entries about an HTTP status, such as 402. */
export function pagesOfStatus(projectId: string | null, query: string): Pages {
  const status = query.trim()
  const outcome = /^[245]\d\d$/.test(status) ? OUTCOMES[status.charAt(0)] : undefined
  if (!outcome) return []
  const docs = { href: docsPaths.docsErrors(), label: `Error codes with status ${status}`, group: 'Docs' }
  if (projectId === null) return [docs]
  const requests = `${paths.requests(projectId)}?outcome=${outcome}`
  return [docs, { href: requests, label: `API requests with status ${status.charAt(0)}xx`, group: 'Requests' }]
}
