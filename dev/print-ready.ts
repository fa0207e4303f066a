import { relative } from 'node:path'
import type { PagesReadiness, StackFacts } from './stack-file'

const PAGES_NOTES: Record<PagesReadiness, string> = {
  ready: '',
  building: '   (being built: less than a minute more)',
  failed: '   (could not be built, see above)',
}

/** The one table a stranger needs: where things are, who may sign in, and a first call. */
export function printReady(facts: StackFacts, { file, seconds }: { file: string; seconds: string }): void {
  const pages = facts.pages ?? 'ready'
  const rows: [string, string][] = [
    ['Portal', facts.baseUrl + PAGES_NOTES[pages]],
    ['API', `${facts.baseUrl}/v1`],
    ['API reference', `${facts.baseUrl}/docs${PAGES_NOTES[pages]}`],
    ['Job engine', facts.jobEngineUrl],
    ...(facts.bank ? [['Sandbox bank', facts.bank.url] satisfies [string, string]] : []),
    ...(facts.mail ? [['Email', facts.mail.url] satisfies [string, string]] : []),
    ['Postgres', withoutPassword(facts.databaseUrl)],
    ...[...facts.evm, ...facts.solana].map(({ chainId, rpcUrl, tokens }): [string, string] => [
      `Chain ${chainId}`,
      `${rpcUrl}   ${tokens.map(({ symbol, address }) => `${symbol} ${address}`).join('  ')}`,
    ]),
  ]
  const people = Object.entries(facts.signIns).map(([role, { email, password }]): [string, string] => [
    `Sign in as ${role}`,
    `${email.padEnd(28)} ${password}`,
  ])
  const keys: [string, string][] = [
    ['Live key', facts.demo.liveKey],
    ['Test key', facts.demo.testKey],
  ]
  const width = Math.max(...[...rows, ...people, ...keys].map(([label]) => label.length))
  const show = (list: [string, string][]) =>
    list.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
  console.log(`
${pages === 'ready' ? 'Slipway is ready' : 'The API of Slipway is ready'} after ${seconds} s

${show(rows)}

${show(people)}

${show(keys)}

  First steps, from this key to a webhook: ${facts.baseUrl}/docs/guides/quickstart

  First call:
  curl -s ${facts.baseUrl}/v1/oauth/token -H 'content-type: application/json' \\
    -d '{"grant_type":"client_credentials","client_secret":"${facts.demo.liveKey}"}'

  The same facts for scripts: ${shorten(file)}. In another terminal: npm run tour, or
  npm run fund -- <address> 100 cNGN (USDC, ETH, SOL), npm run travel -- <seconds>. Ctrl-C stops everything.
`)
}

function withoutPassword(url: string): string {
  const copy = new URL(url)
  copy.password = ''
  return copy.toString()
}

function shorten(file: string): string {
  const path = relative(process.cwd(), file)
  return path.startsWith('..') ? file : path
}
