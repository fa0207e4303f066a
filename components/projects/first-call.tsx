import { CodeBlock } from '@/components/ui/code-block'

type FirstCallProps = { baseUrl: string; liveKey: { prefix: string; lastFour: string } | null }

/** A call that works as it stands, once the key itself is put in. */
export function FirstCall({ baseUrl, liveKey }: FirstCallProps) {
  const hint = liveKey ? `${liveKey.prefix}…${liveKey.lastFour}` : 'sk_live_…'
  const code = [
    `# your live key: ${hint}`,
    'export SLIPWAY_KEY=',
    '',
    `TOKEN=$(curl -s ${baseUrl}/v1/oauth/token \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"grant_type":"client_credentials","client_secret":"'"$SLIPWAY_KEY"'"}' \\`,
    `  | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
    '',
    `curl -s ${baseUrl}/v1/wallet/hd/generate \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H "Idempotency-Key: $(date +%s)" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"chainType":"EVM","purpose":"DEPOSITS"}'`,
  ].join('\n')
  return <CodeBlock title="Your first call: a token, then a wallet" code={code} />
}
