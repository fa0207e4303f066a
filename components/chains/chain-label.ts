/** A chain in a line of text or in a list to choose from: `Base Sepolia · testnet`. */
export function chainLabel({ name, network }: { name: string; network: 'MAINNET' | 'TESTNET' }): string {
  return `${name} · ${network.toLowerCase()}`
}
