/**
 * A chain in a line of text or in a list to choose from: `Base Sepolia · testnet`. A name that says which network it is
 * stands alone.
 */
export function chainLabel({ name, network }: { name: string; network: 'MAINNET' | 'TESTNET' }): string {
  const word = network.toLowerCase()
  return name.toLowerCase().includes(word) ? name : `${name} · ${word}`
}
