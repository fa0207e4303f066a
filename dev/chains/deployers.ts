import type { Address } from 'viem'

// Default accounts of anvil, which signs for them: a deployment is one call, and no key is derived from its mnemonic.
/** Deploys the contracts that have one address everywhere: neither the faucet's nonce nor the other's may move. */
export const CONTRACT_DEPLOYER: Address = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
/** Deploys the tokens, whose addresses follow from its nonce: neither the faucet nor a test moves it. */
export const TOKEN_DEPLOYER: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
