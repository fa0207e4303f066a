/** A chain in a text or a list: `Base Sepolia · testnet`. The network is left out if the name contains it. */
export function chainLabel({ name, network }: { name: string; network: 'MAINNET' | 'TESTNET' }): string {
  const word = network.toLowerCase()
  return name.toLowerCase().includes(word) ? name : `${name} · ${word}`
}
