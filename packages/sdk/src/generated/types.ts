// Made from the OpenAPI document by `npm run sdk`.

export type AccessToken = {
  /** A signed JWT: send it as `Authorization: Bearer`. */ access_token: string
  /** The authentication scheme to send it with. */
  token_type: 'Bearer'
  /** The number of seconds until it expires. */
  expires_in: number
  /** The requested scopes; absent for full access. */
  scope?: string
}

export type TokenRequest = {
  /** The only supported grant. */ grant_type: 'client_credentials'
  /** Ignored. Standard OAuth clients send it. */
  client_id?: string
  /** The project API key. Required unless HTTP Basic has it, as the password or as the user name. */
  client_secret?: string
  /** Space-separated; omit for full access. At most 500 characters. */
  scope?: string
}

export type JsonWebKeySet = {
  /** Public keys, as JWKs. */ keys: Array<{ [name: string]: string }>
}

/** RFC 8414. */
export type OAuthMetadata = { [name: string]: unknown }

export type NewWallet = {
  /** The address, which is the same on every chain of its type. */ address: string
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** False after deactivation, which is final. */
  isActive: boolean
  /** The index, counted from 0 per business and chain type. */
  addressIndex: number
  /** The value of the request. */
  reference?: string
}

export type WalletPage = {
  /** Newest first. */ items: Array<Wallet>
  /** The total number of items. */
  total: number
  /** The requested value. */
  page: number
  /** The requested value. */
  pageSize: number
}

export type Wallet = {
  /** The id of the wallet. */ id: string
  /** The business it belongs to. */
  businessName: string
  /** The address, which is the same on every chain of its type. */
  address: string
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** A label for your own use. */
  purpose: string
  /** The path of its key from the seed of the business. */
  derivationPath: string
  /** The index, counted from 0 per business and chain type. */
  addressIndex: number
  /** False after deactivation, which is final. */
  isActive: boolean
  /** The time at which it was created. */
  createdAt: string
  /** The time at which it was deactivated; null while it is active. */
  deactivatedAt: string | null
  /** Your name for the wallet; null if there is none. */
  label?: string | null
  /** The value of the request. */
  reference?: string
  /** Your own data; null if there is none. */
  metadata: { [name: string]: string } | null
  /** The only project whose keys may use it; null for any project of the business. */
  boundProjectId: string | null
}

export type WalletBalances = {
  /** The address of the wallet. */ address: string
  /** The chains of the wallet type that responded. */
  chains: Array<{
    /** EIP-155 for EVM, 101 and 103 for Solana. */ chainId: number
    /** Mainnet or testnet. */
    network: 'MAINNET' | 'TESTNET'
    /** The block of the balances, on Solana the slot. */
    blockNumber: number
    /** The coin of the chain first, then the supported tokens. */
    assets: Array<{
      /** Its display name. */ symbol: string
      /** The token; null for the coin of the chain. */
      tokenAddress: string | null
      /** The decimals of its major unit. */
      decimals: number
      /** The exact amount of the owner, as a decimal in its major unit. */
      amount: string
      /** The amount in base units. */
      units: string
      /** The amount that the platform added for gas, in base units: it cannot be sent. */
      platformUnits: string
      /** The value of `amount` at the current price; null if the platform has no price for it. */
      valueUsd: string | null
    }>
  }>
  /** The balances that could not be read. They are missing from `chains`, and may not be zero. */
  unavailable: Array<{
    /** EIP-155 for EVM, 101 and 103 for Solana. */ chainId: number
    /** Mainnet or testnet. */
    network: 'MAINNET' | 'TESTNET'
    /** The token whose contract did not respond; null if the whole chain did not respond. */
    tokenAddress: string | null
  }>
}

export type WalletCount = {
  /** The number of them. */ count: number
}

export type Balance = {
  /** The amount available for new transactions. */ available: string
  /** The amount held for pending transactions. */
  reserved: string
  /** The currency of both amounts. */
  currency: 'USD'
}

export type Chain = {
  /** EIP-155 for EVM, 101 and 103 for Solana. */ chainId: number
  /** The chain family, for mainnet and testnet. */
  code: string
  /** Its display name. */
  name: string
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** Mainnet or testnet. */
  network: 'MAINNET' | 'TESTNET'
  /** The coin in which gas is paid. */
  nativeSymbol: string
  /** The decimals of the native coin. */
  nativeDecimals: number
  /** Its block explorer. */
  explorerUrl: string
  /** Whether the platform pays the gas, or your USD balance. */
  gasPolicy: 'sponsored' | 'debited'
  /** False if the platform cannot reach the chain; transfers then return 404. */
  isAvailable: boolean
  /** The supported tokens. Other tokens can be named by address. */
  tokens: Array<{
    /** Its display name. */ symbol: string
    /** Its contract, on Solana its mint. */
    address: string
    /** The decimals of its major unit. */
    decimals: number
  }>
}

/** A transfer or a signed transaction. */
export type Transaction = {
  /** The id of the transaction. */ id: string
  /** The type of the request. */
  type: 'TRANSFER' | 'SIGN' | 'DEPLOY' | 'TOKEN_OPERATION' | 'SWEEP'
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** Mainnet or testnet. */
  network: 'MAINNET' | 'TESTNET'
  /** The chain: EIP-155 for EVM, 101 and 103 for Solana. */
  chainId: number
  /** The kind of key that signs. */
  signerType: 'BUSINESS_HD'
  /** The sending wallet. */
  fromAddress: string
  /** HD index of the sending wallet. */
  addressIndex: number
  /** The recipient, or the contract called. */
  toAddress: string
  /** The amount, as a decimal in the token's major unit. */
  amount: string
  /** The value at the price of its acceptance; on completed and failed records. `0.00` if the platform has no price for the asset. */
  valueUsd?: string
  /** The token that moves; absent for the native coin. */
  tokenAddress?: string
  /** The address of the contract that a deployment creates; known once it is signed. */
  contractAddress?: string
  /** Calldata of a signed transaction. */
  data: string | null
  /** The wei that a signed transaction moves; `amount` is the same amount in the major unit. */
  value: string | null
  /** The hash on the chain; null until it was sent. */
  txHash: string | null
  /** PENDING until it is final on the chain or has failed. */
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  /** The gas used, in units; null until it was mined. */
  gasUsed: string | null
  /** The fee on the chain, in base units; null until it is mined. */
  feeWei: string | null
  /** The amount charged to the USD balance for gas, once the transaction ended. */
  feeUsd?: string
  /** The relayer that submitted it; absent without a relayer. */
  senderAddress?: string
  /** The block explorer of the chain. */
  explorerUrl: string
  /** This transaction in the block explorer; null until it was sent. */
  explorerTxUrl: string | null
  /** The time at which it was accepted. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
  /** The reason why it failed; only on failed records. */
  error?: string
  /** The required and the available amount, if a failed record was short of money; `error` has them too. */
  shortfall?: {
    /** `USD`, or the symbol of the asset; `tokens` where the platform does not know the token at `tokenAddress`. */
    unit: string
    /** What it would have taken. */
    needed: string
    /** What was there. */
    available: string
  }
  /** The value of the request. */
  reference?: string
  /** The value of the request. */
  metadata?: { [name: string]: string }
  /** The batch to which the transaction belongs. */
  batchId?: string
  /** The function that it calls, if the call came with a declaration. Absent otherwise. */
  call?: DeclaredCall
  /** The sweep rule that made it; only on sweeps. */
  sweep?: {
    /** The sweep rule. */ ruleId: string
    /** The trigger of the sweep: a confirmed deposit, a transfer of your own, the hour of the rule, or a check of the balances. */
    trigger: 'deposit' | 'transfer' | 'schedule' | 'balance'
  }
  /** The progress of the transaction. `awaiting_approval`: a second person must approve it. `queued`: it waits for its turn. */
  stage: 'awaiting_approval' | 'queued' | 'signed' | 'broadcast' | 'mined' | 'final'
  /** The number of confirmations, including its own block. */
  confirmations: number
  /** The number of signed versions. A version with a higher fee replaces a stuck one. */
  attempts: number
}

/** The decoded call, as declared by the caller: names may mislead, types and values are those of `data`. */
export type DeclaredCall = {
  /** The function as its caller declared it. */ function: string
  /** The arguments by that declaration: an object by names where all have one, else a list. */
  args: unknown
}

export type EvmTransfer = {
  /** A wallet address, or the HD addressIndex. */ fromAddress: string | number
  /** The recipient. */
  toAddress: string
  /** The amount, as a decimal in the token's major unit. */
  amount: string
  /** An EVM chain. */
  chainType: 'EVM'
  /** The chain, as EIP-155 numbers it. */
  chainId: number
  /** Contract of the token (Solana: its mint); omit for a native transfer. */
  tokenAddress?: string
  /** Moves cNGN. Use it instead of tokenAddress. */
  cNGN?: boolean
  /** Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`. */
  network?: 'MAINNET' | 'TESTNET'
  /** Keeps the request open until the outcome, for at most 60 seconds; after that the response is 202. */
  waitForCompletion?: boolean
  /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  reference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
  /** The URL that receives the outcome: a public host, in production with https. */
  webhookUrl?: string
  /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
  webhookSecret?: string
}

export type SolanaTransfer = {
  /** A wallet address, or the HD addressIndex. */ fromAddress: string | number
  /** The recipient. */
  toAddress: string
  /** The amount, as a decimal in the token's major unit. */
  amount: string
  /** Solana. */
  chainType: 'SOLANA'
  /** 101 is the mainnet, 103 the devnet. */
  chainId?: number
  /** Mint of the token; omit for SOL. */
  tokenAddress?: string
  /** Moves cNGN. Use it instead of tokenAddress. */
  cNGN?: boolean
  /** Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`. */
  network?: 'MAINNET' | 'TESTNET'
  /** Keeps the request open until the outcome, for at most 60 seconds; after that the response is 202. */
  waitForCompletion?: boolean
  /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  reference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
  /** The URL that receives the outcome: a public host, in production with https. */
  webhookUrl?: string
  /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
  webhookSecret?: string
}

/** The outcomes of the lines of a batch. */
export type TransferBatch = {
  /** Transactions carry it; the history filters by it. */ batchId: string
  /** How many lines were accepted. */
  accepted: number
  /** How many were made before under their reference. */
  existing: number
  /** How many were refused. */
  refused: number
  /** One a line, in their order. */
  lines: Array<BatchLine>
}

export type BatchLine = {
  /** The place of the line in `transfers`, from 0. */ index: number
  /** The value of the request. */
  reference?: string
  /** EXISTING: the reference made `transactionId` before, by the same body. NOT_ATTEMPTED: another line was refused, with `allOrNothing`. */
  status: 'ACCEPTED' | 'EXISTING' | 'REFUSED' | 'NOT_ATTEMPTED'
  /** The transaction of an accepted or existing line. */
  transactionId?: string
  /** Why a line is refused, as a single transfer would answer it. */
  code?: string
  /** The field of the line that is the cause. */
  param?: string
  /** The cause, for people. */
  message?: string
}

export type TransferLine = {
  /** A wallet address, or the HD addressIndex. */ fromAddress: string | number
  /** The recipient. */
  toAddress: string
  /** The amount, as a decimal in the token's major unit. */
  amount: string
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** Required for EVM. Solana: 101 is its mainnet, 103 its devnet. */
  chainId?: number
  /** Contract of the token (Solana: its mint); omit for a native transfer. */
  tokenAddress?: string
  /** Moves cNGN. Use it instead of tokenAddress. */
  cNGN?: boolean
  /** Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`. */
  network?: 'MAINNET' | 'TESTNET'
  /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  reference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
}

export type SweepRule = {
  /** The id of the rule. */ id: string
  /** The project whose wallets it sweeps. */
  projectId: string
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** The chain. */
  chainId: number
  /** The token; absent for the native coin. */
  tokenAddress?: string
  /** The symbol of the token or coin. */
  symbol: string
  /** The purpose of the wallets; null for all others. */
  purpose: string | null
  /** The wallet that receives the money. */
  toAddress: string
  /** The amount, as a decimal in the token's major unit. */
  threshold: string
  /** The amount, as a decimal in the token's major unit. */
  keep: string
  /** The hour of the day; null if it sweeps after each confirmed deposit. */
  schedule: SweepSchedule | null
  /** The time of the next run of a rule with a schedule. */
  nextRunAt: string | null
  /** STOPPED after repeated failures: nothing is swept until it is set to ACTIVE. */
  status: 'ACTIVE' | 'PAUSED' | 'STOPPED'
  /** The reason why it was stopped; `restored` if a restored backup paused it. */
  stoppedReason: string | null
  /** The number of wallets that are held after four consecutive failures. */
  heldWallets: number
  /** The value of the request. */
  reference?: string
  /** The value of the request. */
  metadata?: { [name: string]: string }
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last change. */
  updatedAt: string
}

/** The time of a daily sweep. If daylight saving time skips the hour, the sweep follows right after it; if the hour occurs twice, it runs the first time. */
export type SweepSchedule = {
  /** The hour and minute. */ at: string
  /** The IANA time zone, including daylight saving time. */
  timeZone: string
}

export type SweepRulePage = {
  /** Newest first. */ data: Array<SweepRule>
  meta: ListMeta
}

/** Which part of the list this is. */
export type ListMeta = {
  /** How many there are in all. */ total: number
  /** The requested value. */
  page: number
  /** The requested value. */
  limit: number
  /** How many pages there are. */
  totalPages: number
}

export type BlockedAddresses = {
  /** How many of them were not blocked before. */ added: number
  /** Every one of them, each once, as it is on the list now. */
  addresses: Array<BlockedAddress>
}

export type BlockedAddress = {
  /** The id of the entry. */ id: string
  /** The blocked address. */
  address: string
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** The reason why it is blocked. */
  reason: string
  /** MANUAL: added by a person or a key. LIST: read from an external list. */
  source: 'MANUAL' | 'LIST'
  /** Who blocked it. */
  createdBy: string
  /** When it was blocked. */
  createdAt: string
}

export type BlockedAddressPage = {
  /** Newest first. */ data: Array<BlockedAddress>
  meta: ListMeta
}

/** The cost of a transfer. Nothing is recorded or reserved. */
export type TransferEstimate = {
  /** The chain family. */ chainType: 'EVM' | 'SOLANA'
  /** Mainnet or testnet. */
  network: 'MAINNET' | 'TESTNET'
  /** The chain. */
  chainId: number
  /** The sending wallet. */
  fromAddress: string
  /** HD index of the sending wallet. */
  addressIndex: number
  /** The recipient. */
  toAddress: string
  /** The amount, as a decimal in the token's major unit. */
  amount: string
  /** The token that would move; absent for the native coin. */
  tokenAddress?: string
  /** The value that would move; null if the platform has no price for it. */
  valueUsd: string | null
  /** The fee on the chain. */
  fee: {
    /** The native coin of the chain, in which fees are paid. */ symbol: string
    /** The fee at current prices, in the native coin. */
    expected: string
    /** The maximum fee in the native coin, with every replacement that a stuck transaction may need. */
    max: string
    /** The amount in USD; null without a price. */
    expectedUsd: string | null
    /** The amount in USD; null without a price. */
    maxUsd: string | null
  }
  /** The payer of the fee, and the source of the money. */
  gas: {
    /** BALANCE: your USD balance. SPONSORED: the platform, within your daily budget. */ paidBy: 'BALANCE' | 'SPONSORED'
    /** The amount that acceptance would reserve. Sponsored gas reserves the same for every wallet, which can be more than `fee.maxUsd`. */
    neededUsd: string
    /** The rest of the balance, or of the budget of the day. */
    availableUsd: string
    /** False if acceptance would return 402. */
    isCovered: boolean
  }
  /** The decision of the policies. */
  policy: {
    /** The verdict of the policies of the business and of the project, and of the lists of blocked addresses. */
    verdict: 'ALLOWED' | 'NEEDS_APPROVAL' | 'REFUSED'
    /** The code that acceptance would return for a refusal. */
    code:
      | 'address_blocked'
      | 'policy_recipient'
      | 'policy_method'
      | 'policy_limit'
      | 'policy_unreadable'
      | 'policy_unpriced'
      | null
    /** The reason why it is refused, or why a second person must approve it. */
    reason: string | null
  }
}

export type SignedTransaction = {
  /** The signed transaction in base64, ready to send. */ signedTransaction: string
}

export type EvmSign = {
  /** An EVM chain. */ chainType: 'EVM'
  /** HD index of the signing wallet. */
  addressIndex: number
  /** Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`. */
  network?: 'MAINNET' | 'TESTNET'
  /** The call. */
  transaction: {
    /** The contract that is called or the account that is paid. */ to: string
    /** Wei to send along, as a decimal or 0x-hex string. Default `0`. */
    value?: string
    /** Calldata, at most 128000 bytes. Default `0x`. */
    data?: string
  }
  /** The chain, as EIP-155 numbers it. */
  chainId: number
  /** For EVM only: a Solana signature is always returned at once. */
  waitForCompletion?: boolean
  /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  reference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
  /** The URL that receives the outcome: a public host, in production with https. */
  webhookUrl?: string
  /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
  webhookSecret?: string
}

export type SolanaSign = {
  /** Solana. */ chainType: 'SOLANA'
  /** HD index of the signing wallet. */
  addressIndex: number
  /** Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`. */
  network?: 'MAINNET' | 'TESTNET'
  /** The transaction to sign. */
  transaction: {
    /** A legacy or version 0 transaction, base64. */ serialized: string
  }
  /** 101 is the mainnet, 103 the devnet. */
  chainId?: number
}

/** A signature of a message. Nothing was sent to a chain. */
export type SignedMessage = {
  /** The id of what was signed, as the audit log names it. */ id: string
  /** The requested value. */
  kind: 'text' | 'bytes' | 'typedData' | 'solanaOffchain'
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** The wallet that signed. */
  address: string
  /** HD index of the wallet. */
  addressIndex: number
  /** EVM: r, s and v (27 or 28), 65 bytes in hex. Solana: the ed25519 signature in base58. */
  signature: string
  /** EVM: the signed hash, 32 bytes in hex. Solana: null. */
  digest: string | null
  /** Solana: the signed bytes, header and text, in base64. EVM: null. */
  signedBytes: string | null
}

export type TextMessage = {
  /** A text, with the prefix of EIP-191. */ kind: 'text'
  /** HD index of the signing wallet. */
  addressIndex: number
  /** The text, signed as its UTF-8 bytes. */
  text: string
}

export type BytesMessage = {
  /** Bytes, with the prefix of EIP-191. */ kind: 'bytes'
  /** HD index of the signing wallet. */
  addressIndex: number
  /** Bytes in hex that start with 0x. Refused if there are exactly 32, or if a chain could read them as a transaction. */
  bytes: string
}

export type TypedDataMessage = {
  /** Typed data of EIP-712. */ kind: 'typedData'
  /** HD index of the signing wallet. */
  addressIndex: number
  typedData: TypedData
}

/** Typed data in the form of EIP-712, at most 64 KiB. */
export type TypedData = {
  /** Names the contract and the chain: `chainId` and `verifyingContract` are required, `name`, `version` and `salt` optional. */
  domain: { [name: string]: unknown }
  /** The structs by name, at most 64. `EIP712Domain` may be left out. */
  types: {
    [name: string]: Array<{
      /** The name of the field. */ name: string
      /** An elementary type, a struct, or a list of either. */
      type: string
    }>
  }
  /** The name of the struct of `message`. */
  primaryType: string
  /** All fields of that struct and no others. Integers are decimal or 0x-hex strings, or exact JSON numbers. */
  message: { [name: string]: unknown }
}

export type SolanaOffchainMessage = {
  /** A text under the header of Solana off-chain messages. */ kind: 'solanaOffchain'
  /** HD index of the signing wallet. */
  addressIndex: number
  /** The text, signed as its UTF-8 bytes. */
  text: string
  /** 32 bytes that name your application, in hex. Default: a separate value for each project. */
  applicationDomain?: string
}

/** The answer of a contract at one block. */
export type ContractRead = {
  /** The requested value. */ chainId: number
  /** The contract, checksummed. */
  to: string
  /** The declaration in one line. */
  function: string
  /** The block that was read. */
  blockNumber: string
  /** The hash of that block. */
  blockHash: string
  /** The values that the function returns: an object if all have names, otherwise a list. Integers are decimal strings. */
  result: unknown
  /** The bytes that the contract returned. */
  data: string
}

export type TransactionPage = {
  /** Newest first. */ items: Array<Transaction>
  /** The position of this page in the list. */
  pagination: {
    /** The total number of items. */ total: number
    /** The requested value. */
    limit: number
    /** The requested value. */
    offset: number
    /** Whether more follow. */
    hasMore: boolean
    /** The `offset` of the next page; null on the last. */
    nextOffset: number | null
    /** The `cursor` of the next page; null on the last. */
    nextCursor: string | null
  }
}

export type DepositPage = {
  /** Newest first. */ items: Array<Deposit>
  /** The position of this page in the list. */
  pagination: {
    /** The requested value. */ limit: number
    /** Whether more follow. */
    hasMore: boolean
    /** The `cursor` of the next page; null on the last. */
    nextCursor: string | null
  }
}

/** Money received by a wallet. */
export type Deposit = {
  /** The id of the deposit. The same transfer in another block, after its own block was replaced, is a new deposit. */
  id: string
  /** The wallet that received it. */
  walletId: string
  /** The address of that wallet. */
  address: string
  /** HD index of that wallet. */
  addressIndex: number
  /** The chain family. */
  chainType: 'EVM' | 'SOLANA'
  /** Mainnet or testnet. */
  network: 'MAINNET' | 'TESTNET'
  /** The chain: EIP-155 for EVM, 101 and 103 for Solana. */
  chainId: number
  /** The token received (on Solana its mint); null for the coin of the chain. */
  tokenAddress: string | null
  /** Its display name. */
  symbol: string
  /** The exact amount, as a decimal in its major unit. */
  amount: string
  /** The value at the price when it was first seen; null if the platform has no price for it. */
  valueUsd: string | null
  /** The sender. Transfers between your own wallets are not deposits. */
  fromAddress: string
  /** The transaction that contains it. */
  txHash: string
  /** EVM: the index of its log in the block; null for the coin of the chain. Solana: the position of its instruction in the transaction. */
  logIndex: number | null
  /** The block that contains it; on Solana the slot. */
  blockNumber: number
  /** `seen`: in a block that can still be replaced. `confirmed`: final under the rule of the chain, so credit it now. `reverted`: its block was replaced. */
  stage: 'seen' | 'confirmed' | 'reverted'
  /** Set if the sender was a blocked address. Sweep rules move the deposit only once it is CLEARED. */
  screened: {
    /** FLAGGED: a person has not decided yet. KEPT: it stays flagged. CLEARED: it is free. */
    status: 'FLAGGED' | 'KEPT' | 'CLEARED'
    /** BUSINESS: the list of your business names the sender, and its owners decide. OPERATOR: the list of the platform names the sender, and its operators decide. */
    list: 'BUSINESS' | 'OPERATOR'
  } | null
  /** The number of confirmations (Solana: slots), including its own block; 0 once it is reverted. */
  confirmations: number
  /** The time at which it was first seen. */
  createdAt: string
  /** The time at which its stage last changed. */
  updatedAt: string
}

export type Plan = {
  /** The id of the plan. */ id: number
  /** Its display name. */
  name: string
  /** A description of the plan. */
  description: string
  /** Whether it is on sale. */
  isActive: boolean
  /** RECURRING: it is paid each period. */
  type: string
  /** The product of the plan. */
  productId: number
  /** The price in minor units of `currency`. */
  priceMonthly: number
  /** ISO 4217. */
  currency: string
  /** The currency sign to show in front of amounts. */
  currencySign: string
  /** The currency code to show in front of amounts. */
  currencySymbol: string
  /** The number of credits that a use costs, by kind. The quota `credits` counts them. */
  creditRate: { [name: string]: number }
  /** The use that the plan includes per month. Beyond it, calls return 402 with code `quota_exceeded` until the next month of the subscription. A use without a quota is counted and never refused. */
  planQuotas: Array<{
    /** The counted use: `api.calls`, `wallets.created`, `transfers`, `signatures` or `credits`. */ name: string
    /** The number per month. A month begins on the day of the month on which the subscription started. */
    limit: number
  }>
  /** The price of a year, as a number of months of `priceMonthly`. */
  yearlyMonths: number
  /** The capabilities that it grants. */
  capabilities: Array<string>
  /** The person or key that created it. */
  createdBy: string
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
}

export type Product = {
  /** The id of the product. */ id: number
  /** Its display name. */
  name: string
  /** A description of the product. */
  description: string
  /** Whether it is sold. */
  isActive: boolean
  /** The capabilities that its plans may grant. */
  capabilities: Array<string>
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
}

/** The event is stored, and the platform reads its details from the provider. */
export type ProviderWebhookReceived = {
  /** The event is stored. */ received: true
}

/** The event in the form of the provider. Its signature covers the bytes. */
export type ProviderWebhook = { [name: string]: unknown }

export type Quote = {
  /** The requested value. */ purpose: 'SUBSCRIPTION' | 'WALLET_TOPUP'
  /** The amount to pay, in naira. */
  amountNgn: number
  /** The amount in dollars, at `fxRate`. */
  amountUsd: string
  /** The credit for the unused part of the previous plan, in naira. */
  creditNgn: number
  /** USD per 1 NGN. */
  fxRate: number
  /** The time at which this price would expire if a payment were opened now. */
  expiryAt: string
  /** The plan or subscription that it pays for; null for a top-up. */
  periodStart: string | null
  /** Its end. */
  periodEnd: string | null
}

/** A top-up of the balance, in dollars. */
export type TopUpRequest = {
  /** A top-up of the balance, in dollars. */ purpose: 'WALLET_TOPUP'
  /** The amount in dollars, with at most two decimals. The account accepts only that exact amount. */
  amountUsd: number
  /** A note for your own records. */
  description?: string
  /** Your own id for it, unique in the project. It is not called `reference` because that names the account to pay to. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  clientReference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
}

/** The purchase, renewal or change of a plan. */
export type PlanRequest = {
  /** The purchase, renewal or change of a plan. */ purpose: 'SUBSCRIPTION'
  /** The plan. */
  planId: number
  /** The billing cycle. */
  billingCycle: 'MONTHLY' | 'YEARLY'
  /** A note for your own records. */
  description?: string
  /** Your own id for it, unique in the project. It is not called `reference` because that names the account to pay to. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  clientReference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
}

export type FiatDepositAccount = {
  /** A bank account. */ kind: 'FIAT'
  /** The account or address to pay to. */
  accountNumber: string
  /** The account name that the payer’s bank shows. */
  accountName: string
  /** The name of the bank. */
  bankName: string
  /** The code of the bank. */
  bankCode: string
  /** Naira, exactly. */
  amountExpected: number
  /** The id of this account. */
  reference: string
  /** USD per 1 NGN, locked until `expiryAt`. */
  fxRate: number
  /** The time at which the price expires. */
  expiryAt: string
  /** The payment. All accounts of a response belong to the same payment. */
  paymentId: string
}

export type StablecoinDepositAccount = {
  /** An address. */ kind: 'STABLECOIN'
  /** The account or address to pay to. */
  address: string
  /** The chain family. */
  chain: string
  /** The chain. */
  chainId: number
  /** Mainnet or testnet. */
  network: string
  /** The token to pay with. */
  tokenAddress: string
  /** Its symbol. */
  tokenSymbol: string
  /** Its decimals. */
  decimals: number
  /** Its value. */
  pegCurrency: 'USD' | 'NGN'
  /** The exact amount in whole tokens. */
  amountExpected: number
  /** The value in naira. */
  amountExpectedNgn: number
  /** The id of this account. */
  reference: string
  /** USD per 1 NGN, locked until `expiryAt`. */
  fxRate: number
  /** The time at which the price expires. */
  expiryAt: string
  /** The payment. All accounts of a response belong to the same payment. */
  paymentId: string
}

/** A payment for a plan or a top-up. */
export type Payment = {
  /** The id of the payment. */ id: string
  /** The purchase. */
  purpose: 'SUBSCRIPTION' | 'WALLET_TOPUP'
  /** PENDING until it is paid or expires; REFUNDED once the money was refunded. */
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUNDED'
  /** The amount in minor units of `currency`, for every method of payment. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** The reference for people. */
  paymentRef: string
  /** The plan or subscription that it pays for; null for a top-up. */
  subscriptionId: string | null
  /** The project it belongs to. */
  projectId: string
  /** Null for a top-up. */
  planId: number | null
  /** Null for a top-up. */
  billingCycle: 'MONTHLY' | 'YEARLY' | null
  /** The business it belongs to. */
  businessId: string
  /** The provider that received the money; null until it settled. */
  providerId: string | null
  /** The value of the account that was paid; before the payment, that of the first account. */
  reference: string
  /** The amount in dollars, at the rate of its quote. */
  amountUsd: string
  /** The description of the request. */
  description: string
  /** The value of the request. */
  clientReference?: string
  /** The value of the request. */
  metadata?: { [name: string]: string }
  /** Exceptions of the payment, such as late or surplus money. That money was credited to the balance. */
  exceptions: Array<'PARTIAL' | 'OVERPAID' | 'LATE' | 'DUPLICATE' | 'BASIS_CHANGED'>
  /** The person or key that created it. */
  createdBy: string
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
  /** The time at which the price expires. */
  expiryAt: string
}

/** A current, past or pending subscription to a plan. */
export type BillingSubscription = {
  /** The id of the subscription. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The business it belongs to. */
  businessId: string
  /** The plan that it grants. */
  planId: number
  /** The billing cycle. */
  billingCycle: 'MONTHLY' | 'YEARLY'
  /** PENDING until it is paid; PAST_DUE for 7 days after its end, with full access. */
  status: 'PENDING' | 'ACTIVE' | 'PAST_DUE' | 'CANCELED' | 'EXPIRED'
  /** RECURRING: it is paid each period. */
  subscriptionType: string
  /** Since when. */
  startDate: string
  /** The end of the paid period. */
  endDate: string
  /** Whether the balance pays the next period at `endDate`. */
  autoRenew: boolean
  /** The credit for the previous plan, in kobo. */
  creditAmount: number
  /** The reference of the last payment; empty if there is none. */
  paymentRef: string
  /** The value of the request. */
  clientReference?: string
  /** The value of the request. */
  metadata?: { [name: string]: string }
  /** The person or key that created it. */
  createdBy: string
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
}

export type NewIndexerSubscription = {
  /** The id of the subscription. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The chain family. */
  network: string
  /** The chain itself. */
  chainId: number
  /** The contract whose events are sent. */
  contractAddress: string
  /** The URL that receives the events. */
  webhookUrl: string
  /** The events, as in the request. */
  events: Array<string>
  /** While paused, events are counted and not sent. */
  status: 'active' | 'paused'
  /** The number of confirmations before events of a block are sent; its own block counts as one. */
  confirmations: number
  /** The reason why it is paused: a member of your business `asked` for it, or the platform paused it because the URL is `gone` (it returned 410) or was `failing` for days. */
  pausedBecause: 'asked' | 'gone' | 'failing' | null
  /** The person or key that created it. */
  createdBy: string
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
  /** The time of the latest attempt; null before the first. */
  lastDeliveryAt: string | null
  /** Events delivered. */
  deliveredCount: number
  /** Events that failed after all retries. */
  failedCount: number
  /** Events that were not sent because it was paused. */
  droppedCount: number
  /** The number of logs that have the topic of a requested event and do not match its declaration, because other inputs are indexed or the data differs. They are not sent. */
  undecodableCount: number
  /** The key of `X-Indexer-Signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`. */
  signingSecret: string
  /** A reminder to store the secret now. */
  secretWarning: string
}

export type IndexerSubscriptionPage = {
  /** Newest first. */ data: Array<IndexerSubscription>
  meta: ListMeta
}

export type IndexerSubscription = {
  /** The id of the subscription. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The chain family. */
  network: string
  /** The chain itself. */
  chainId: number
  /** The contract whose events are sent. */
  contractAddress: string
  /** The URL that receives the events. */
  webhookUrl: string
  /** The events, as in the request. */
  events: Array<string>
  /** While paused, events are counted and not sent. */
  status: 'active' | 'paused'
  /** The number of confirmations before events of a block are sent; its own block counts as one. */
  confirmations: number
  /** The reason why it is paused: a member of your business `asked` for it, or the platform paused it because the URL is `gone` (it returned 410) or was `failing` for days. */
  pausedBecause: 'asked' | 'gone' | 'failing' | null
  /** The person or key that created it. */
  createdBy: string
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
  /** The time of the latest attempt; null before the first. */
  lastDeliveryAt: string | null
  /** Events delivered. */
  deliveredCount: number
  /** Events that failed after all retries. */
  failedCount: number
  /** Events that were not sent because it was paused. */
  droppedCount: number
  /** The number of logs that have the topic of a requested event and do not match its declaration, because other inputs are indexed or the data differs. They are not sent. */
  undecodableCount: number
}

export type Recovery = {
  /** The number of events that are sent again, at most 10000. */ count: number
}

export type IndexerReplay = {
  /** The id of the replay. */ id: string
  /** The subscription whose events are replayed. */
  subscriptionId: string
  /** `failed`: the nodes of the chain do not serve its blocks. Blocks below `nextBlock` were read. */
  status: 'running' | 'done' | 'canceled' | 'failed'
  /** The first block. */
  fromBlock: number
  /** The last block. */
  toBlock: number
  /** The first block that has not been read yet. */
  nextBlock: number
  /** Events queued for delivery. */
  eventCount: number
  /** The events: those of the subscription at the time of the request. */
  events: Array<string>
  /** The person or key that requested it. */
  createdBy: string
  /** When. */
  createdAt: string
  /** The time of its last progress. */
  updatedAt: string
  /** The time at which it ended; null while it is running. */
  endedAt: string | null
}

export type IndexerReplayPage = {
  /** Newest first. */ data: Array<IndexerReplay>
  meta: ListMeta
}

export type IndexerLogPage = {
  /** Newest first. */ data: Array<IndexerLog>
  meta: ListMeta
}

export type IndexerLog = {
  /** The id of the attempt. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The subscription that it was for. */
  subscriptionId: string
  /** The chain family. */
  network: string
  /** The chain itself. */
  chainId: number
  /** The contract that emitted the event. */
  contractAddress: string
  /** A key of the catalog, or the name of an event. */
  eventType: string
  /** The `id` of the payload. */
  eventId: string
  /** The transaction of the event. */
  transactionHash: string
  /** The URL it was sent to. */
  webhookUrl: string
  /** Whether the URL returned 2xx. */
  status: 'delivered' | 'failed'
  /** The HTTP status of the response; 0 without a response. */
  httpStatus: number
  /** The reason why it failed; null on success. */
  error: string | null
  /** Whether this is a replay or a resend. */
  isReplay: boolean
  /** The first log of a resent event. */
  replayOf: string | null
  /** The payload that was sent. */
  payload: { [name: string]: unknown }
  /** The time of the attempt. */
  createdAt: string
  /** Equal to `createdAt`: a log never changes. */
  updatedAt: string
}

export type IndexerEventTypePage = {
  /** The complete list. */ data: Array<IndexerEventType>
  meta: ListMeta
}

export type IndexerEventType = {
  /** The key for `events` of a subscription. */
  key:
    | 'mint'
    | 'burn'
    | 'transfer'
    | 'approval'
    | 'approval_for_all'
    | 'ownership_transferred'
    | 'paused'
    | 'unpaused'
    | 'role_granted'
    | 'role_revoked'
    | 'upgraded'
    | 'deposit'
    | 'withdrawal'
    | 'swap'
  /** The meaning of the event, and of its `from`, `to` and `amount`. */
  description: string
  /** Families of chains that have it. */
  networks: Array<'EVM' | 'SOLANA'>
  /** The logs of EVM chains that are delivered under this key; other logs of the same name are not. */
  signatures: Array<{
    /** The standard that defines the event. */ standard: string
    /** The declaration of the event in contracts of the standard. */
    signature: string
  }>
}

/** A tokenized asset. */
export type Token = {
  /** The id of the token. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The chain family of the token. */
  chain: string
  /** The network of the chain. */
  network: 'MAINNET' | 'TESTNET'
  /** The chain itself. */
  chainId: number
  /** PENDING until its contract is final; MATURED from its maturity, REDEEMING while the principal is paid back and transfers are closed, REDEEMED afterwards. */
  status: 'PENDING' | 'ACTIVE' | 'FAILED' | 'PAUSED' | 'MATURED' | 'REDEEMING' | 'REDEEMED'
  /** Short symbol. */
  ticker: string
  /** Full name. */
  name: string
  /** The issue price of one token, in fiat. */
  price: number
  /** The decimals of the token. */
  decimals: number
  /** The asset that it represents. */
  assetClass:
    | 'MONEY_MARKET'
    | 'TREASURY_BILL'
    | 'BOND'
    | 'EQUITY'
    | 'REAL_ESTATE'
    | 'COMMODITY'
    | 'FUND'
    | 'INVOICE'
    | 'CARBON'
    | 'OTHER'
  /** The type: with or without coupons. */
  tokenType: 'ASSET' | 'YIELD_BEARING'
  /** The limit; 0 for no limit. */
  maxShareholders: number
  /** The limit; 0 for no limit. */
  maxTokensPerInvestor: number
  /** Seconds; 0: none. */
  lockUpDuration: number
  /** Null without coupons. */
  yieldParams: YieldParams | null
  /** The address of the contract, known before the deployment. */
  contractAddress: string
  /** The wallet that manages it. */
  tokenAdmin: string
  /** The supply, from the index of its events. */
  totalSupply: string
  /** The number of investors that hold the token, without the tokenAdmin. */
  holderCount: number
  /** The reference of the deployment. */
  operationRef: string
  /** The hash of its deployment; null until that is signed. */
  txHash: string | null
  /** The documents about the token that are listed in the portal. */
  documents: Array<{
    /** The title of the document. */ title: string
    /** The URL of the document. */
    url: string
  }>
  /** The value of the request. */
  reference?: string
  /** The value of the request. */
  metadata?: { [name: string]: string }
  /** The time at which it was issued. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
}

export type YieldParams = {
  /** The interest in percent per year. */ annualRate: number
  /** The date on which the principal is due. */
  maturityDate: string
  /** The first pay date. */
  firstCouponDate: string
  /** Months. */
  couponInterval: number
  /** The day count convention. */
  dayCount: 'ACT_365' | 'ACT_360' | 'ACT_ACT' | '30_360' | '30E_360'
  /** The principal of one token, in whole payment tokens. */
  faceValuePerToken: number
  /** Days. */
  gracePeriod: number
  /** Whether it may be called. */
  callable: boolean
  /** The first day on which it may be called. */
  callDate: string | null
  /** The token of payments. */
  paymentToken: string
}

export type IssueAsset = {
  /** Short symbol. */ ticker: string
  /** Full name. */
  name: string
  /** The issue price of one token in fiat, with at most six decimals. */
  price: number
  /** The chain family of the token. */
  chain: 'ATC' | 'BSC' | 'ETH' | 'BASE' | 'POL' | 'SOL' | 'LISK'
  /** The decimals of the token; on Solana at most 9. */
  decimals: number
  /** The asset that it represents. */
  assetClass:
    | 'MONEY_MARKET'
    | 'TREASURY_BILL'
    | 'BOND'
    | 'EQUITY'
    | 'REAL_ESTATE'
    | 'COMMODITY'
    | 'FUND'
    | 'INVOICE'
    | 'CARBON'
    | 'OTHER'
  /** Without coupons. */
  tokenType: 'ASSET'
  /** The maximum number of investors; 0 for no limit. */
  maxShareholders?: number
  /** The maximum number of tokens of one investor over all its wallets; 0 for no limit. */
  maxTokensPerInvestor?: number
  /** The number of seconds for which minted tokens cannot be transferred; 0 for none. */
  lockUpDuration?: number
  /** Refused except for YIELD_BEARING. */
  yieldParams?: null
  /** Your wallet that manages the token. Default: your first active wallet of the family, which is created if you have none. */
  tokenAdmin?: string
  /** One chain of the family, for example its testnet. */
  chainId?: number
  /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  reference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
}

export type IssueYieldBearing = {
  /** Short symbol. */ ticker: string
  /** Full name. */
  name: string
  /** The issue price of one token in fiat, with at most six decimals. */
  price: number
  /** The chain family of the token. */
  chain: 'ATC' | 'BSC' | 'ETH' | 'BASE' | 'POL' | 'SOL' | 'LISK'
  /** The decimals of the token; on Solana at most 9. */
  decimals: number
  /** The asset that it represents. */
  assetClass:
    | 'MONEY_MARKET'
    | 'TREASURY_BILL'
    | 'BOND'
    | 'EQUITY'
    | 'REAL_ESTATE'
    | 'COMMODITY'
    | 'FUND'
    | 'INVOICE'
    | 'CARBON'
    | 'OTHER'
  /** With coupons. */
  tokenType: 'YIELD_BEARING'
  /** The maximum number of investors; 0 for no limit. */
  maxShareholders?: number
  /** The maximum number of tokens of one investor over all its wallets; 0 for no limit. */
  maxTokensPerInvestor?: number
  /** The number of seconds for which minted tokens cannot be transferred; 0 for none. */
  lockUpDuration?: number
  /** Required for YIELD_BEARING. */
  yieldParams: {
    /** The interest in percent per year, with at most six decimals. */ annualRate: number
    /** The date on which the principal is due: `YYYY-MM-DD`. */
    maturityDate: string
    /** The first pay date: after the day of issue, on or before maturity. The others follow every `couponInterval` months on its day of the month. */
    firstCouponDate: string
    /** The number of months from one coupon to the next. */
    couponInterval: 1 | 2 | 3 | 4 | 6 | 12
    /** The day count convention of a period. */
    dayCount: 'ACT_365' | 'ACT_360' | 'ACT_ACT' | '30_360' | '30E_360'
    /** The principal of one token, in whole payment tokens, with at most six decimals. */
    faceValuePerToken: number
    /** The number of days after a pay date until an unfunded coupon is in default. */
    gracePeriod?: number
    /** Whether it may be redeemed before maturity. */
    callable?: boolean
    /** The first day on which it may be called. Required with `callable: true`, and refused otherwise. */
    callDate?: string | null
    /** The token in which coupons and principal are paid; by default the chain's USDC. */
    paymentToken?: string
  }
  /** Your wallet that manages the token. Default: your first active wallet of the family, which is created if you have none. */
  tokenAdmin?: string
  /** One chain of the family, for example its testnet. */
  chainId?: number
  /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
  reference?: string
  /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
  metadata?: { [name: string]: string }
}

export type TokenPage = {
  /** Newest first. */ items: Array<Token>
  /** The total number of items. */
  total: number
  /** The requested value. */
  page: number
  /** The requested value. */
  pageSize: number
}

export type TokenOperation = {
  /** Its id. */ operationRef: string
  /** The id of the token. */
  tokenId: string
  /** The type of the request. */
  kind:
    | 'DEPLOY'
    | 'MINT'
    | 'BURN'
    | 'TRANSFER'
    | 'PAUSE'
    | 'UNPAUSE'
    | 'REGISTER'
    | 'REMOVE'
    | 'FREEZE'
    | 'PAY_COUPON'
    | 'CALL'
  /** COMPLETED once it is final on the chain and indexed. A batch is COMPLETED once each line has its outcome. */
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  /** Its transactions: `GET /v1/wallet/transaction/{id}`. */
  transactionIds: Array<string>
  /** The hash of the first one; null until it is signed. */
  txHash: string | null
  /** The reason why it failed. */
  error: string | null
  /** The reason as a code, for programs. */
  code: string | null
  /** The outcome of each line of a batch. */
  items?: Array<TokenOperationItem>
  /** The reference of the token. Present only on its DEPLOY. */
  reference?: string
  /** The metadata of the token. Present only on its DEPLOY. */
  metadata?: { [name: string]: string }
  /** The time of the request. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
}

export type TokenOperationItem = {
  /** The position of the line in the request, from 0. */ line: number
  /** The wallet. */
  address: string
  /** The amount in whole tokens; null for registrations. */
  amount: string | null
  /** The outcome of this line. */
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  /** The reason why it was refused. */
  code: string | null
}

export type MintOne = {
  /** The recipient: a registered wallet, or the tokenAdmin. */ to: string
  /** The amount in whole tokens, as a decimal. */
  amount: string
  /** The URL that receives the outcome: a public host, in production with https. */
  webhookUrl?: string
  /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
  webhookSecret?: string
}

export type MintMany = {
  /** A batch of at most 1000 lines. Each line has its own outcome. */
  items: Array<{
    /** The recipient: a registered wallet. */ to: string
    /** The amount in whole tokens, as a decimal. */
    amount: string
  }>
  /** The URL that receives the outcome: a public host, in production with https. */
  webhookUrl?: string
  /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
  webhookSecret?: string
}

export type TokenHolderPage = {
  /** The holders, largest first. */ items: Array<TokenHolder>
  /** The number of wallets that hold the token. */
  total: number
  /** The requested value. */
  page: number
  /** The requested value. */
  pageSize: number
  /** The block at whose end the balances were read. */
  block: number
  /** The balance in whole tokens, at that block. */
  totalSupply: string
}

export type TokenHolder = {
  /** The wallet. */ address: string
  /** The investor it belongs to; null for the tokenAdmin. */
  investorId: string | null
  /** The registered value. */
  label: string
  /** Whole tokens. */
  balance: string
  /** The share of the supply, rounded down to four decimals. */
  sharePercent: string
  /** Whether it is frozen: it can neither send nor receive. */
  isFrozen: boolean
}

export type RegisteredWalletPage = {
  /** The wallets in the order of registration. */ items: Array<RegisteredWallet>
  /** The total number of items. */
  total: number
  /** The requested value. */
  page: number
  /** The requested value. */
  pageSize: number
}

export type RegisteredWallet = {
  /** The wallet. */ address: string
  /** The investor it belongs to. */
  investorId: string | null
  /** The registered value. */
  label: string
  /** The registered country; empty if none was given. */
  country: string
  /** Whether the registration is final on the chain. */
  isRegistered: boolean
  /** Whether it is frozen: it can neither send nor receive. */
  isFrozen: boolean
  /** Whether its address is blocked. It receives no mint, transfer or payment until it is unblocked. */
  isBlocked: boolean
  /** Whole tokens. */
  balance: string
  /** The time at which it was registered. */
  createdAt: string
}

export type RegisterOneWallet = {
  /** The wallet. */ address: string
  /** Your id for the investor. Wallets with the same investorId belong to one investor. */
  investorId: string
  /** A label for your own use. */
  label?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
}

export type RegisterManyWallets = {
  /** A batch of at most 1000 lines. Each line has its own outcome. */
  wallets: Array<{
    /** The wallet. */ address: string
    /** Your id for the investor. Wallets with the same investorId belong to one investor. */
    investorId: string
    /** A label for your own use. */
    label?: string
    /** ISO 3166-1 alpha-2. */
    country?: string
  }>
}

export type TokenYield = {
  /** The terms at issue. */ yieldParams: YieldParams
  /** The coupons in order; empty until the token is deployed. */
  coupons: Array<Coupon>
  /** The date of the first unpaid coupon. */
  nextPayDate: string | null
}

export type Coupon = {
  /** Its id. */ couponId: string
  /** The number of the coupon, from 1. */
  index: number
  /** The first day of the period. */
  periodStart: string
  /** The day after the last day of the period. */
  periodEnd: string
  /** The record date: holders at the end of this day (UTC) are paid. */
  recordDate: string
  /** The date on which it is due. */
  payDate: string
  /** The exact fraction of a year. */
  dayCountFraction: {
    /** An integer. */ numerator: string
    /** An integer. */
    denominator: string
  }
  /** A year. */
  ratePercent: string
  /** The amount per token, in whole payment tokens, rounded down to their unit. A holder is paid for all its units at once, and that sum is rounded down. */
  amountPerToken: string
  /** RECORDED once the record time has passed, FUNDED once its money is in the contract, DEFAULTED if that was not so by the end of the grace period. */
  status: 'SCHEDULED' | 'RECORDED' | 'FUNDED' | 'PAYING' | 'PAID' | 'DEFAULTED' | 'CANCELED'
  /** The amount paid to holders, in whole payment tokens. */
  paidTotal: string
}

export type TokenOperationPage = {
  /** The operations, newest first, without the lines of batches. */ items: Array<TokenOperation>
  /** The total number of items. */
  total: number
  /** The requested value. */
  page: number
  /** The requested value. */
  pageSize: number
}

export type NewWebhookEndpoint = {
  /** The id of the endpoint. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The URL that receives the events. */
  url: string
  /** The events, as in the request. */
  events: Array<string>
  /** Its description; empty by default. */
  description: string
  /** While paused, events are counted and not sent. */
  status: 'active' | 'paused'
  /** The reason why it is paused: a member of your business `asked` for it, or the platform paused it because the URL is `gone` (it returned 410) or was `failing` for days. */
  pausedBecause: 'asked' | 'gone' | 'failing' | null
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
  /** The time of the latest attempt; null before the first. */
  lastDeliveryAt: string | null
  /** Events delivered. */
  deliveredCount: number
  /** Events that failed after all retries. */
  failedCount: number
  /** Events that were not sent because it was paused. */
  droppedCount: number
  /** The key of `webhook-signature`, for any library of Standard Webhooks. */
  signingSecret: string
  /** A reminder to store the secret now. */
  secretWarning: string
}

export type WebhookEndpointPage = {
  /** Newest first. */ data: Array<WebhookEndpoint>
  meta: ListMeta
}

export type WebhookEndpoint = {
  /** The id of the endpoint. */ id: string
  /** The project it belongs to. */
  projectId: string
  /** The URL that receives the events. */
  url: string
  /** The events, as in the request. */
  events: Array<string>
  /** Its description; empty by default. */
  description: string
  /** While paused, events are counted and not sent. */
  status: 'active' | 'paused'
  /** The reason why it is paused: a member of your business `asked` for it, or the platform paused it because the URL is `gone` (it returned 410) or was `failing` for days. */
  pausedBecause: 'asked' | 'gone' | 'failing' | null
  /** The time at which it was created. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
  /** The time of the latest attempt; null before the first. */
  lastDeliveryAt: string | null
  /** Events delivered. */
  deliveredCount: number
  /** Events that failed after all retries. */
  failedCount: number
  /** Events that were not sent because it was paused. */
  droppedCount: number
}

export type AllowedIpAddress = {
  /** The id of the entry. */ id: string
  /** The business whose list has the entry. */
  projectId: string
  /** The address in its canonical form. */
  ipAddress: string
  /** The owner or purpose of the address. */
  label: string
  /** The person or key that added it. */
  createdBy: string
  /** The time at which it was added. */
  createdAt: string
  /** The time of its last update. */
  updatedAt: string
}

export type KeyPair = { live: NewApiKey; test: NewApiKey }

export type NewApiKey = {
  /** The id of the key. */ id: string
  /** The project the key belongs to. */
  projectId: string
  /** Operations of the business accept only tokens of live keys. */
  environment: 'live' | 'test'
  /** The first characters of the key. */
  prefix: string
  /** The last characters of the key. */
  lastFour: string
  /** The state of the key. */
  status: 'active' | 'expiring' | 'expired' | 'revoked'
  /** The person or key that created it. */
  createdBy: string
  /** The time at which it was created. */
  createdAt: string
  /** The time at which a rotated key ends. */
  expiresAt: string | null
  /** The time at which it was revoked. */
  revokedAt: string | null
  /** The time at which one of its tokens was last used. */
  lastUsedAt: string | null
  /** From where. */
  lastUsedIp: string | null
  /** The key. It is shown only once. */
  key: string
}

export type SweepStopped = {
  rule: SweepRule
  /** The wallet whose sweep failed last. */
  address: string
  /** The reason why it failed. */
  reason: string
}

export type CouponEvent = {
  /** Its id. */ couponId: string
  /** The number of the coupon, from 1. */
  index: number
  /** The first day of the period. */
  periodStart: string
  /** The day after the last day of the period. */
  periodEnd: string
  /** The record date: holders at the end of this day (UTC) are paid. */
  recordDate: string
  /** The date on which it is due. */
  payDate: string
  /** The exact fraction of a year. */
  dayCountFraction: {
    /** An integer. */ numerator: string
    /** An integer. */
    denominator: string
  }
  /** A year. */
  ratePercent: string
  /** The amount per token, in whole payment tokens, rounded down to their unit. A holder is paid for all its units at once, and that sum is rounded down. */
  amountPerToken: string
  /** RECORDED once the record time has passed, FUNDED once its money is in the contract, DEFAULTED if that was not so by the end of the grace period. */
  status: 'SCHEDULED' | 'RECORDED' | 'FUNDED' | 'PAYING' | 'PAID' | 'DEFAULTED' | 'CANCELED'
  /** The amount paid to holders, in whole payment tokens. */
  paidTotal: string
  /** The id of the token. */
  tokenId: string
}

export type IndexerEvent = {
  /** The same at every delivery: `<transaction hash>:<log index>`, for each item of a batch with `:<n>` behind it; on Solana `<signature>:<n>`, the instruction’s place among all that the transaction ran. */
  id: string
  /** The chain family. */
  network: string
  /** The contract that emitted the event. */
  contractAddress: string
  /** A key of the catalog, or the name of an event that the subscription declares. */
  eventType: string
  /** The transaction; on Solana its signature. */
  transactionHash: string
  /** The block that contains it; on Solana the slot. */
  blockNumber: number
  /** The sender; the contract if the event has no sender. On Solana the owner of the token account, or that account; the mint if tokens were minted. */
  from: string
  /** The recipient; the contract if the event has no recipient. On Solana the owner of the token account, or that account; the mint if tokens were burned. */
  to: string
  /** The amount in base units of the token; `1` for a unique token, `0` if the event has none. For a token with a transfer fee on Solana, the amount that arrived. */
  amount: string
  /** `reverted`: its block is no longer part of the chain, so undo what you did for the event. */
  status: 'success' | 'reverted'
  /** The time of its block, in milliseconds since 1970. */
  timestamp: number
  /** The values of the event by the names of its inputs; integers as text. On Solana the instruction: token accounts, their owners, the sent amount and the withheld `fee`. */
  decoded: { [name: string]: unknown }
  /** The chain itself. */
  chainId: number
  /** The hash of the block. */
  blockHash: string
  /** The subscription that it is sent for. */
  subscriptionId: string
}

/** The causes of refusals that were known when this version was made. */
export type KnownErrorCode =
  | 'validation_failed'
  | 'body_malformed'
  | 'body_too_large'
  | 'body_too_slow'
  | 'body_encoded'
  | 'idempotency_key_missing'
  | 'idempotency_key_malformed'
  | 'token_missing'
  | 'token_malformed'
  | 'token_expired'
  | 'token_unknown'
  | 'context_missing'
  | 'test_key'
  | 'project_suspended'
  | 'ip_blocked'
  | 'scope_missing'
  | 'capability_missing'
  | 'path_unknown'
  | 'ip_not_found'
  | 'method_not_allowed'
  | 'idempotency_reused'
  | 'idempotency_expired'
  | 'reference_used'
  | 'duplicate_reference'
  | 'rate_limited'
  | 'stream_limit'
  | 'unavailable'
  | 'recovering'
  | 'internal'
  | 'wallet_foreign'
  | 'testnets_only'
  | 'wallet_not_found'
  | 'transaction_not_found'
  | 'transaction_ended'
  | 'transaction_in_block'
  | 'transaction_not_sent'
  | 'transaction_not_replaceable'
  | 'transaction_moved_on'
  | 'chain_unavailable'
  | 'wallet_deactivated'
  | 'sweep_rule_not_found'
  | 'sweep_rule_exists'
  | 'sweep_rules_feed'
  | 'address_blocked'
  | 'blocked_address_not_found'
  | 'policy_recipient'
  | 'policy_method'
  | 'policy_limit'
  | 'policy_unreadable'
  | 'policy_unpriced'
  | 'block_not_found'
  | 'no_contract'
  | 'call_reverted'
  | 'result_unreadable'
  | 'raw_digest'
  | 'resembles_transaction'
  | 'message_moves_money'
  | 'wallet_technical'
  | 'reverted'
  | 'transaction_failed'
  | 'token_takes_fee'
  | 'token_refused'
  | 'token_moved_nothing'
  | 'chain_unreachable'
  | 'price_unavailable'
  | 'key_service_unavailable'
  | 'indexer_subscription_not_found'
  | 'indexer_replay_not_found'
  | 'indexer_log_not_found'
  | 'event_taken_back'
  | 'webhook_endpoint_not_found'
  | 'too_many_replays'
  | 'subscription_missing'
  | 'quota_exceeded'
  | 'balance_insufficient'
  | 'gas_budget_spent'
  | 'webhook_forged'
  | 'provider_unknown'
  | 'downgrade_refused'
  | 'paid_plan_runs'
  | 'subscription_ended'
  | 'open_payments_limit'
  | 'plan_not_found'
  | 'payment_not_found'
  | 'subscription_not_found'
  | 'providers_unavailable'
  | 'accounts_opening'
  | 'rate_unavailable'
  | 'not_registered'
  | 'frozen'
  | 'paused'
  | 'locked_up'
  | 'investor_limit'
  | 'holder_limit'
  | 'supply_limit'
  | 'insufficient_balance'
  | 'wallet_taken'
  | 'wallet_holds_tokens'
  | 'wallet_runs_token'
  | 'token_closed'
  | 'insufficient_funds'
  | 'payment_refused'
  | 'token_not_active'
  | 'token_state'
  | 'coupon_not_due'
  | 'coupon_done'
  | 'not_callable'
  | 'operation_open'
  | 'token_not_found'
  | 'coupon_not_found'
  | 'operation_not_found'
  | 'tokenization_unsupported'

/** The input and the data of each operation. */
export interface Operations {
  /** Issue an access token: `POST /v1/oauth/token`. */
  createToken: { input: Partial<TokenRequest>; data: AccessToken }
  /** Keys that sign access tokens: `GET /.well-known/jwks.json`. */
  getJwks: { input: {}; data: JsonWebKeySet }
  /** OAuth 2.0 server metadata: `GET /.well-known/oauth-authorization-server`. */
  getOAuthMetadata: { input: {}; data: OAuthMetadata }
  /** Generate wallets: `POST /v1/wallet/hd/generate`. */
  createWallets: {
    input: {
      /** The chain family. */ chainType: 'EVM' | 'SOLANA'
      /** A label for your own use. */
      purpose?: string
      /** How many. */
      count?: number
      /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
      reference?: string
      /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
      metadata?: { [name: string]: string }
    }
    data: Array<NewWallet>
  }
  /** List wallets: `GET /v1/wallet/hd`. */
  listWallets: {
    input: {
      /** The page number. */ page?: number
      /** Items per page. */
      pageSize?: number
      /** Filters by chain family. */
      chainType?: 'EVM' | 'SOLANA'
      /** Filters by the reference. */
      reference?: string
      /** Filters by metadata: each key has exactly this value. Up to 3 keys, as `metadata[customer]=c-77`. */
      metadata?: { [name: string]: string }
      /** Filters by the exact purpose. */
      purpose?: string
      /** The beginning or the end of an address, an index, or a part of the purpose, label or reference. */
      search?: string
    }
    data: WalletPage
    item: Wallet
  }
  /** Update a wallet: `PATCH /v1/wallet/hd/{id}`. */
  updateWallet: {
    input: {
      /** The id of the wallet. */ id: string
    } & {
      /** Your name for the wallet; null or an empty text removes it. */ label?: string | null
      /** Given keys are set, or removed by null or an empty text. Other keys do not change. */
      metadata?: { [name: string]: string | null }
    }
    data: Wallet
  }
  /** Read a wallet by its address index: `GET /v1/wallet/hd/address-index/{addressIndex}`. */
  getWalletByIndex: {
    input: {
      /** HD index of the wallet. */ addressIndex: number
      /** Each family of chains counts its indices from 0. */
      chainType?: 'EVM' | 'SOLANA'
    }
    data: Wallet
  }
  /** Read the balances of a wallet: `GET /v1/wallet/hd/address-index/{addressIndex}/balances`. */
  getWalletBalances: {
    input: {
      /** HD index of the wallet. */ addressIndex: number
      /** Each family of chains counts its indices from 0. */
      chainType?: 'EVM' | 'SOLANA'
    }
    data: WalletBalances
  }
  /** Count wallets: `GET /v1/wallet/hd/count`. */
  countWallets: {
    input: {
      /** Filters by chain family. */ chainType?: 'EVM' | 'SOLANA'
    }
    data: WalletCount
  }
  /** Deactivate a wallet: `POST /v1/wallet/hd/deactivate/{walletId}`. */
  deactivateWallet: {
    input: {
      /** The id of the wallet. */ walletId: string
    }
    data: null
  }
  /** Read the USD balance: `GET /v1/wallet/balance`. */
  getBalance: { input: {}; data: Balance }
  /** List supported chains: `GET /v1/wallet/chains`. */
  listChains: { input: {}; data: Array<Chain> }
  /** Initiate a transfer: `POST /v1/wallet/transaction`. */
  createTransfer: { input: EvmTransfer | SolanaTransfer; data: Transaction }
  /** Initiate a batch of transfers: `POST /v1/wallet/transaction/batch`. */
  createTransferBatch: {
    input: {
      /** The transfers, 1 to 1000, checked in this order. */ transfers: Array<TransferLine>
      /** Accepts no line if one is refused; the other lines are then `NOT_ATTEMPTED`. */
      allOrNothing?: boolean
      /** The URL that receives the outcome: a public host, in production with https. */
      webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }
    data: TransferBatch
  }
  /** Create a sweep rule: `POST /v1/wallet/sweeps`. */
  createSweepRule: {
    input: {
      /** The chain. */ chainId: number
      /** The contract of a supported token (Solana: its mint); omit it for the native coin. */
      tokenAddress?: string
      /** Sweeps the wallets of the project with this purpose. Omit it for all wallets whose purpose no other rule of the project names. */
      purpose?: string
      /** The wallet that receives the money: its address, or its HD addressIndex. */
      toAddress: string | number
      /** The minimum amount that a sweep moves, in addition to the amount that it leaves in the wallet, as a decimal in the token's major unit. On mainnets it must be worth three times the fee of a sweep, if the platform knows the prices. */
      threshold: string
      /** The amount that a sweep leaves in the wallet, as a decimal in the token's major unit. */
      keep?: string
      /** The hour of the day; null sweeps after each confirmed deposit. */
      schedule?: SweepSchedule | null
      /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
      reference?: string
      /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
      metadata?: { [name: string]: string }
    }
    data: SweepRule
  }
  /** List sweep rules: `GET /v1/wallet/sweeps`. */
  listSweepRules: {
    input: {
      /** Filters by status. */ status?: 'ACTIVE' | 'PAUSED' | 'STOPPED'
      /** Filters by metadata: each key has exactly this value. Up to 3 keys, as `metadata[customer]=c-77`. */
      metadata?: { [name: string]: string }
      /** The page number. */
      page?: number
      /** Items per page. */
      limit?: number
    }
    data: SweepRulePage
    item: SweepRule
  }
  /** Read a sweep rule: `GET /v1/wallet/sweeps/{id}`. */
  getSweepRule: {
    input: {
      /** The id of the rule. */ id: string
    }
    data: SweepRule
  }
  /** Change a sweep rule: `PATCH /v1/wallet/sweeps/{id}`. */
  updateSweepRule: {
    input: {
      /** The id of the rule. */ id: string
    } & {
      /** The minimum amount that a sweep moves, in addition to the amount that it leaves in the wallet, as a decimal in the token's major unit. On mainnets it must be worth three times the fee of a sweep, if the platform knows the prices. */
      threshold?: string
      /** The amount that a sweep leaves in the wallet, as a decimal in the token's major unit. */
      keep?: string
      /** The hour of the day; null sweeps after each confirmed deposit. */
      schedule?: SweepSchedule | null
      /** ACTIVE resumes a rule that was paused or stopped, and its held wallets. */
      status?: 'ACTIVE' | 'PAUSED'
      /** Given keys are set, or removed by null or an empty text. Other keys do not change. */
      metadata?: { [name: string]: string | null }
    }
    data: SweepRule
  }
  /** Delete a sweep rule: `DELETE /v1/wallet/sweeps/{id}`. */
  deleteSweepRule: {
    input: {
      /** The id of the rule. */ id: string
    }
    data: null
  }
  /** Block addresses: `POST /v1/wallet/blocked-addresses`. */
  blockAddresses: {
    input: {
      /** EVM or Solana addresses. An EVM address is blocked on every EVM chain, however it is cased. */
      addresses: Array<string>
      /** The reason why they are blocked, for later readers. */
      reason: string
    }
    data: BlockedAddresses
  }
  /** List blocked addresses: `GET /v1/wallet/blocked-addresses`. */
  listBlockedAddresses: {
    input: {
      /** Filters by address, or by how it starts. */ address?: string
      /** The page number. */
      page?: number
      /** Items per page. */
      limit?: number
    }
    data: BlockedAddressPage
    item: BlockedAddress
  }
  /** Unblock an address: `DELETE /v1/wallet/blocked-addresses/{id}`. */
  unblockAddress: {
    input: {
      /** The id of the entry. */ id: string
    }
    data: null
  }
  /** Estimate a transfer: `POST /v1/wallet/transaction/estimate`. */
  estimateTransfer: { input: EvmTransfer | SolanaTransfer; data: TransferEstimate }
  /** Sign a transaction: `POST /v1/wallet/hd/sign`. */
  signTransaction: { input: EvmSign | SolanaSign; data: Transaction | SignedTransaction | Transaction }
  /** Sign a message: `POST /v1/wallet/hd/sign-message`. */
  signMessage: { input: TextMessage | BytesMessage | TypedDataMessage | SolanaOffchainMessage; data: SignedMessage }
  /** Call a contract: `POST /v1/wallet/contract/call`. */
  callContract: {
    input: {
      /** HD index of the calling wallet. */ addressIndex: number
      /** The chain, as EIP-155 numbers it. */
      chainId: number
      /** Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`. */
      network?: 'MAINNET' | 'TESTNET'
      /** The contract. */
      to: string
      /** The function as Solidity declares it, or its entry of a JSON ABI as text. The names are for you; types and order make the call. */
      function: string
      /** The arguments: a list, or an object by the names of the parameters. Integers are decimal strings, or JSON numbers that are exact; bytes are 0x-hex; tuples are lists or objects. */
      args?: Array<unknown> | { [name: string]: unknown }
      /** Custom errors of the contract, as Solidity declares them or as entries of a JSON ABI: a revert is named by them. `Error`, `Panic` and the errors of common standards are known without. */
      errors?: Array<string>
      /** Coins to send along, in the major unit of the chain; only to a function that is `payable`. */
      value?: string
      /** Keeps the request open until the outcome, for at most 60 seconds; after that the response is 202. */
      waitForCompletion?: boolean
      /** Your own id for it, unique in the project. Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure. */
      reference?: string
      /** Your own data: up to 50 keys of 40 characters, with texts of up to 500. Webhooks carry it. Nothing is decided by it; keep secrets out. */
      metadata?: { [name: string]: string }
      /** The URL that receives the outcome: a public host, in production with https. */
      webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }
    data: Transaction
  }
  /** Read a contract: `POST /v1/wallet/contract/read`. */
  readContract: {
    input: {
      /** The chain, as EIP-155 numbers it. */ chainId: number
      /** Must agree with `chainId`. */
      network?: 'MAINNET' | 'TESTNET'
      /** The contract. */
      to: string
      /** The function as Solidity declares it, or its entry of a JSON ABI as text. The names are for you; types and order make the call. */
      function: string
      /** The arguments: a list, or an object by the names of the parameters. Integers are decimal strings, or JSON numbers that are exact; bytes are 0x-hex; tuples are lists or objects. */
      args?: Array<unknown> | { [name: string]: unknown }
      /** Custom errors of the contract, as Solidity declares them or as entries of a JSON ABI: a revert is named by them. `Error`, `Panic` and the errors of common standards are known without. */
      errors?: Array<string>
      /** `latest`, or the number of a block as a decimal string. Old blocks need an archive node. */
      block?: string
      /** The caller, for contracts whose result depends on it. Default: the zero address. */
      from?: string
    }
    data: ContractRead
  }
  /** Cancel a transaction: `POST /v1/wallet/transaction/{id}/cancel`. */
  cancelTransaction: {
    input: {
      /** The id of the transaction. */ id: string
    } & Partial<{
      /** The reason, for the audit log. */ reason?: string
    }>
    data: Transaction
  }
  /** Speed up a transaction: `POST /v1/wallet/transaction/{id}/speed-up`. */
  speedUpTransaction: {
    input: {
      /** The id of the transaction. */ id: string
    } & Partial<{
      /** The reason, for the audit log. */ reason?: string
    }>
    data: Transaction
  }
  /** Read a transaction: `GET /v1/wallet/transaction/{id}`. */
  getTransaction: {
    input: {
      /** The id of the transaction. */ id: string
    }
    data: Transaction
  }
  /** List transactions: `GET /v1/wallet/transaction/history`. */
  listTransactions: {
    input: {
      /** Filters by chain family. */ chainType?: 'EVM' | 'SOLANA'
      /** Filters by status. */
      status?: 'PENDING' | 'COMPLETED' | 'FAILED'
      /** Filters by type. */
      type?: 'TRANSFER' | 'SIGN' | 'DEPLOY' | 'TOKEN_OPERATION' | 'SWEEP'
      /** Filters by chain. */
      chainId?: number
      /** Filters by the sending wallet. */
      fromAddress?: string
      /** Filters by the recipient, or the contract called. */
      toAddress?: string
      /** Filters by the token that moves. */
      tokenAddress?: string
      /** Filters by the reference. */
      reference?: string
      /** Filters by metadata: each key has exactly this value. Up to 3 keys, as `metadata[customer]=c-77`. */
      metadata?: { [name: string]: string }
      /** Filters by batch. */
      batchId?: string
      /** Filters by sweep rule. */
      sweepRuleId?: string
      /** Filters by the time of acceptance: this time or later. */
      createdFrom?: string
      /** Filters by the time of acceptance: before this time. */
      createdBefore?: string
      /** The maximum number of items. */
      limit?: number
      /** The number of items to skip. */
      offset?: number
      /** The `nextCursor` of the previous page, with the same filters. Use it instead of `offset`: transactions accepted meanwhile then shift no page. */
      cursor?: string
    }
    data: TransactionPage
    item: Transaction
  }
  /** List deposits: `GET /v1/wallet/deposits`. */
  listDeposits: {
    input: {
      /** Filters by wallet. */ walletId?: string
      /** Filters by token; `native` is the coin of the chain. */
      tokenAddress?: string
      /** Filters by chain. */
      chainId?: number
      /** Filters by stage. */
      stage?: 'seen' | 'confirmed' | 'reverted'
      /** Filters by the time at which it was first seen: this time or later. */
      from?: string
      /** Filters by the time at which it was first seen: before this time. */
      to?: string
      /** The `nextCursor` of the previous page. */
      cursor?: string
      /** The maximum number of items. */
      limit?: number
    }
    data: DepositPage
    item: Deposit
  }
  /** List the plans of a product: `GET /v1/subscriptions/plans/product/{productId}`. */
  listPlansOfProduct: {
    input: {
      /** The id of the product. */ productId: number
    }
    data: Array<Plan>
  }
  /** List the products: `GET /v1/products`. */
  listProducts: { input: {}; data: Array<Product> }
  /** Receive an event of a payment provider: `POST /v1/payments/webhooks/{provider}`. */
  receiveProviderWebhook: {
    input: {
      /** Who sends. */ provider: string
    } & ProviderWebhook
    data: ProviderWebhookReceived
  }
  /** Price a payment: `POST /v1/payments/quote`. */
  quotePayment: { input: TopUpRequest | PlanRequest; data: Quote }
  /** Open deposit accounts: `POST /v1/payments/subscribe`. */
  subscribe: {
    input: {
      /** The accounts to open; by default those of every active provider. */ providerType?: 'FIAT' | 'STABLECOIN'
    } & (TopUpRequest | PlanRequest)
    data: Array<FiatDepositAccount | StablecoinDepositAccount>
  }
  /** List payments: `GET /v1/payments`. */
  listPayments: {
    input: {
      /** The page number, starting at 1. */ page?: number
      /** Items per page. */
      pageSize?: number
      /** Filters by purpose. */
      purpose?: 'SUBSCRIPTION' | 'WALLET_TOPUP'
      /** Filters by status. */
      status?: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUNDED'
      /** Filters by subscription. */
      subscriptionId?: string
      /** Filters by your own id. */
      clientReference?: string
      /** Filters by metadata: each key has exactly this value. Up to 3 keys, as `metadata[customer]=c-77`. */
      metadata?: { [name: string]: string }
    }
    data: {
      /** The items of this page. */ items: Array<Payment>
      /** The total number of items. */
      total: number
      /** The requested value. */
      page: number
      /** The requested value. */
      pageSize: number
    }
    item: Payment
  }
  /** Read a payment: `GET /v1/payments/{id}`. */
  getPayment: {
    input: {
      /** The id of the payment. */ id: string
    }
    data: Payment
  }
  /** List the payments of a subscription: `GET /v1/payments/subscription/{subscriptionId}`. */
  listPaymentsOfSubscription: {
    input: {
      /** The id of the subscription. */ subscriptionId: string
    }
    data: Array<Payment>
  }
  /** List subscriptions: `GET /v1/subscriptions`. */
  listSubscriptions: {
    input: {
      /** The page number, starting at 1. */ page?: number
      /** Items per page. */
      pageSize?: number
      /** Filters by status. */
      status?: 'PENDING' | 'ACTIVE' | 'PAST_DUE' | 'CANCELED' | 'EXPIRED'
      /** Filters by your own id. */
      clientReference?: string
      /** Filters by metadata: each key has exactly this value. Up to 3 keys, as `metadata[customer]=c-77`. */
      metadata?: { [name: string]: string }
    }
    data: {
      /** The items of this page. */ items: Array<BillingSubscription>
      /** The total number of items. */
      total: number
      /** The requested value. */
      page: number
      /** The requested value. */
      pageSize: number
    }
    item: BillingSubscription
  }
  /** Cancel a subscription: `POST /v1/subscriptions/{id}/cancel`. */
  cancelSubscription: {
    input: {
      /** The id of the subscription. */ id: string
    }
    data: BillingSubscription
  }
  /** Switch renewal of a subscription: `POST /v1/subscriptions/{id}/auto-renew`. */
  setAutoRenew: {
    input: {
      /** The id of the subscription. */ id: string
    } & {
      /** Whether the balance pays the next period at `endDate`. */ autoRenew: boolean
    }
    data: BillingSubscription
  }
  /** Subscribe to events: `POST /v1/indexer/subscriptions`. */
  createIndexerSubscription: {
    input: {
      /** A family of chains: its mainnet, or its testnet if the project is limited to testnets or the platform serves no mainnet of it. On the local stack `SOL` is the devnet. */
      network: 'ATC' | 'BSC' | 'ETH' | 'BASE' | 'POL' | 'SOL' | 'LISK'
      /** The contract whose events are sent; on Solana a mint or a token account, which may be created later. A Solana wallet is refused. */
      contractAddress: string
      /** The URL that receives the events: a public host, in production with https. */
      webhookUrl: string
      /** Keys of the catalog, or events by their declaration: `event Staked(address indexed user, uint256 amount)`, or as their JSON ABI has them, which is stored as a declaration. */
      events: Array<string>
      /** One chain of the network, for example its testnet. */
      chainId?: number
      /** The number of confirmations before events of a block are sent; its own block counts as one. From 1 to the number that makes a block final on its chain, which is the default. With fewer, an event whose block is replaced is sent again with `status` reverted. */
      confirmations?: number
    }
    data: NewIndexerSubscription
  }
  /** List event subscriptions: `GET /v1/indexer/subscriptions`. */
  listIndexerSubscriptions: {
    input: {
      /** A family of chains: its mainnet, or its testnet if the project is limited to testnets or the platform serves no mainnet of it. On the local stack `SOL` is the devnet. */
      network?: 'ATC' | 'BSC' | 'ETH' | 'BASE' | 'POL' | 'SOL' | 'LISK'
      /** Filters by status. */
      status?: 'active' | 'paused'
      /** The page number. */
      page?: number
      /** Items per page. */
      limit?: number
    }
    data: IndexerSubscriptionPage
    item: IndexerSubscription
  }
  /** Read an event subscription: `GET /v1/indexer/subscriptions/{id}`. */
  getIndexerSubscription: {
    input: {
      /** The id of the subscription. */ id: string
    }
    data: IndexerSubscription
  }
  /** Change an event subscription: `PATCH /v1/indexer/subscriptions/{id}`. */
  updateIndexerSubscription: {
    input: {
      /** The id of the subscription. */ id: string
    } & {
      /** The URL that receives the events: a public host, in production with https. */ webhookUrl?: string
      /** Keys of the catalog, or events by their declaration: `event Staked(address indexed user, uint256 amount)`, or as their JSON ABI has them, which is stored as a declaration. */
      events?: Array<string>
      /** While paused, events are counted and not sent. */
      status?: 'active' | 'paused'
      /** The number of confirmations before events of a block are sent; its own block counts as one. From 1 to the number that makes a block final on its chain, which is the default. With fewer, an event whose block is replaced is sent again with `status` reverted. */
      confirmations?: number
    }
    data: IndexerSubscription
  }
  /** Delete an event subscription: `DELETE /v1/indexer/subscriptions/{id}`. */
  deleteIndexerSubscription: {
    input: {
      /** The id of the subscription. */ id: string
    }
    data: null
  }
  /** Rotate the signing secret: `POST /v1/indexer/subscriptions/{id}/rotate-secret`. */
  rotateIndexerSecret: {
    input: {
      /** The id of the subscription. */ id: string
    }
    data: NewIndexerSubscription
  }
  /** Send a test event: `POST /v1/indexer/subscriptions/{id}/test`. */
  testIndexerSubscription: {
    input: {
      /** The id of the subscription. */ id: string
    }
    data: null
  }
  /** Recover failed deliveries: `POST /v1/indexer/subscriptions/{id}/recover`. */
  recoverIndexerSubscription: {
    input: {
      /** The id of the subscription. */ id: string
    } & {
      /** Includes events created at this time or later. */ since: string
    }
    data: Recovery
  }
  /** Replay past events: `POST /v1/indexer/subscriptions/{id}/replay`. */
  createIndexerReplay: {
    input: {
      /** The id of the subscription. */ id: string
    } & {
      /** The first block, on Solana the first slot. Give either blocks or times. */ fromBlock?: number
      /** The last block; by default, and if it is not final yet, the newest final block. */
      toBlock?: number
      /** The replay starts with the first block at this time or later. */
      from?: string
      /** The replay ends with the last block at this time or before. */
      to?: string
    }
    data: IndexerReplay
  }
  /** List replays: `GET /v1/indexer/subscriptions/{id}/replays`. */
  listIndexerReplays: {
    input: {
      /** The id of the subscription. */ id: string
      /** The page number. */
      page?: number
      /** Items per page. */
      limit?: number
    }
    data: IndexerReplayPage
    item: IndexerReplay
  }
  /** Read a replay: `GET /v1/indexer/subscriptions/{id}/replays/{replayId}`. */
  getIndexerReplay: {
    input: {
      /** The id of the subscription. */ id: string
      /** The id of the replay. */
      replayId: string
    }
    data: IndexerReplay
  }
  /** Cancel a replay: `POST /v1/indexer/subscriptions/{id}/replays/{replayId}/cancel`. */
  cancelIndexerReplay: {
    input: {
      /** The id of the subscription. */ id: string
      /** The id of the replay. */
      replayId: string
    }
    data: IndexerReplay
  }
  /** List delivery logs: `GET /v1/indexer/logs`. */
  listIndexerLogs: {
    input: {
      /** Filters by subscription. */ subscriptionId?: string
      /** Filters by outcome. */
      status?: 'delivered' | 'failed'
      /** Filters by kind: a key of the catalog, or the name of an event. */
      eventType?: string
      /** A family of chains: its mainnet, or its testnet if the project is limited to testnets or the platform serves no mainnet of it. On the local stack `SOL` is the devnet. */
      network?: 'ATC' | 'BSC' | 'ETH' | 'BASE' | 'POL' | 'SOL' | 'LISK'
      /** The page number. */
      page?: number
      /** Items per page. */
      limit?: number
    }
    data: IndexerLogPage
    item: IndexerLog
  }
  /** Read a delivery log: `GET /v1/indexer/logs/{logId}`. */
  getIndexerLog: {
    input: {
      /** The id of the log. */ logId: string
    }
    data: IndexerLog
  }
  /** Resend a delivery: `POST /v1/indexer/logs/{logId}/resend`. */
  resendIndexerLog: {
    input: {
      /** The id of the log. */ logId: string
    }
    data: null
  }
  /** List event types: `GET /v1/indexer/events`. */
  listEventTypes: { input: {}; data: IndexerEventTypePage }
  /** Issue a token: `POST /v1/tokens`. */
  issueToken: { input: IssueAsset | IssueYieldBearing; data: Token }
  /** List tokens: `GET /v1/tokens`. */
  listTokens: {
    input: {
      /** The page number, starting at 1. */ page?: number
      /** Items per page. */
      pageSize?: number
      /** Filters by status. */
      status?: 'PENDING' | 'ACTIVE' | 'FAILED' | 'PAUSED' | 'MATURED' | 'REDEEMING' | 'REDEEMED'
      /** Filters by the reference. */
      reference?: string
      /** Filters by metadata: each key has exactly this value. Up to 3 keys, as `metadata[customer]=c-77`. */
      metadata?: { [name: string]: string }
    }
    data: TokenPage
    item: Token
  }
  /** Read a token: `GET /v1/tokens/{id}`. */
  getToken: {
    input: {
      /** The id of the token. */ id: string
    }
    data: Token
  }
  /** Mint tokens: `POST /v1/tokens/{id}/mint`. */
  mintToken: {
    input: {
      /** The id of the token. */ id: string
    } & (MintOne | MintMany)
    data: TokenOperation
  }
  /** Burn tokens: `POST /v1/tokens/{id}/burn`. */
  burnToken: {
    input: {
      /** The id of the token. */ id: string
    } & {
      /** The holder whose tokens are moved. */ from: string
      /** The amount in whole tokens, as a decimal. */
      amount: string
      /** The URL that receives the outcome: a public host, in production with https. */
      webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }
    data: TokenOperation
  }
  /** Transfer tokens: `POST /v1/tokens/{id}/transfer`. */
  transferToken: {
    input: {
      /** The id of the token. */ id: string
    } & {
      /** One of your wallets, by its address or HD index. With `forced`, any holder, by its address. */
      from: string | number
      /** The recipient: a registered wallet, or the tokenAdmin. */
      to: string
      /** The amount in whole tokens, as a decimal. */
      amount: string
      /** The tokenAdmin moves tokens of any holder, despite pause, freeze and lock-up. Requires `tokenization.token.admin`. */
      forced?: boolean
      /** The URL that receives the outcome: a public host, in production with https. */
      webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }
    data: TokenOperation
  }
  /** Pause a token: `POST /v1/tokens/{id}/pause`. */
  pauseToken: {
    input: {
      /** The id of the token. */ id: string
    } & Partial<{
      /** The URL that receives the outcome: a public host, in production with https. */ webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }>
    data: TokenOperation
  }
  /** Unpause a token: `POST /v1/tokens/{id}/unpause`. */
  unpauseToken: {
    input: {
      /** The id of the token. */ id: string
    } & Partial<{
      /** The URL that receives the outcome: a public host, in production with https. */ webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }>
    data: TokenOperation
  }
  /** List holders: `GET /v1/tokens/{id}/holders`. */
  listTokenHolders: {
    input: {
      /** The id of the token. */ id: string
      /** The page number, starting at 1. */
      page?: number
      /** Items per page. */
      pageSize?: number
      /** The balances at the end of this block, or of the newest indexed block if that is earlier; `block` of the response names it. */
      block?: number
    }
    data: TokenHolderPage
    item: TokenHolder
  }
  /** List registered wallets: `GET /v1/tokens/{id}/wallets`. */
  listRegisteredWallets: {
    input: {
      /** The id of the token. */ id: string
      /** The page number, starting at 1. */
      page?: number
      /** Items per page. */
      pageSize?: number
      /** Filters by investor. */
      investorId?: string
    }
    data: RegisteredWalletPage
    item: RegisteredWallet
  }
  /** Register wallets: `POST /v1/tokens/{id}/wallets`. */
  registerWallets: {
    input: {
      /** The id of the token. */ id: string
    } & (RegisterOneWallet | RegisterManyWallets)
    data: TokenOperation
  }
  /** Remove wallets: `DELETE /v1/tokens/{id}/wallets`. */
  removeWallets: {
    input: {
      /** The id of the token. */ id: string
    } & {
      /** The wallets, at most 1000. Each has its own outcome. */ addresses: Array<string>
    }
    data: TokenOperation
  }
  /** Freeze a wallet: `PATCH /v1/tokens/{id}/wallets/{address}`. */
  freezeWallet: {
    input: {
      /** The id of the token. */ id: string
      /** The wallet. */
      address: string
    } & {
      /** Whether it is frozen: it can neither send nor receive. */ frozen: boolean
    }
    data: TokenOperation
  }
  /** Remove a wallet: `DELETE /v1/tokens/{id}/wallets/{address}`. */
  removeWallet: {
    input: {
      /** The id of the token. */ id: string
      /** The wallet. */
      address: string
    }
    data: TokenOperation
  }
  /** Read the coupons: `GET /v1/tokens/{id}/yield`. */
  getTokenYield: {
    input: {
      /** The id of the token. */ id: string
    }
    data: TokenYield
  }
  /** Pay a coupon: `POST /v1/tokens/{id}/yield/{couponId}/pay`. */
  payCoupon: {
    input: {
      /** The id of the token. */ id: string
      /** The id of the coupon. */
      couponId: string
    } & Partial<{
      /** The URL that receives the outcome: a public host, in production with https. */ webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }>
    data: TokenOperation
  }
  /** Pay the principal back: `POST /v1/tokens/{id}/call`. */
  callToken: {
    input: {
      /** The id of the token. */ id: string
    } & Partial<{
      /** The URL that receives the outcome: a public host, in production with https. */ webhookUrl?: string
      /** The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only. */
      webhookSecret?: string
    }>
    data: TokenOperation
  }
  /** List operations: `GET /v1/tokens/{id}/operations`. */
  listTokenOperations: {
    input: {
      /** The id of the token. */ id: string
      /** The page number, starting at 1. */
      page?: number
      /** Items per page. */
      pageSize?: number
    }
    data: TokenOperationPage
    item: TokenOperation
  }
  /** Read an operation: `GET /v1/tokens/{id}/operations/{operationRef}`. */
  getTokenOperation: {
    input: {
      /** The id of the token. */ id: string
      /** The id of the operation. */
      operationRef: string
    }
    data: TokenOperation
  }
  /** Stream events: `GET /v1/events/stream`. */
  streamEvents: {
    input: {
      /** Kinds of events and families of them (`wallet.*`), separated by commas. Default: all events. */ types?: string
      /** The `id` of the last event that was read, or `oldest`. The header `Last-Event-ID` has precedence. */
      after?: 'oldest' | string
    }
    data: null
  }
  /** Add a webhook endpoint: `POST /v1/webhooks/endpoints`. */
  createWebhookEndpoint: {
    input: {
      /** The URL that receives the events: a public host, in production with https. */ url: string
      /** Kinds of events, or a whole family including future kinds. */
      events: Array<
        | 'wallet.transfer.completed'
        | 'wallet.transfer.failed'
        | 'wallet.sign.completed'
        | 'wallet.sign.failed'
        | 'wallet.sweep.completed'
        | 'wallet.sweep.failed'
        | 'wallet.sweep.stopped'
        | 'wallet.deposit.confirmed'
        | 'wallet.deposit.reverted'
        | 'wallet.deposit.screened'
        | 'wallet.deposit.cleared'
        | 'payment.settled'
        | 'payment.failed'
        | 'payment.refunded'
        | 'payment.exception'
        | 'subscription.activated'
        | 'subscription.renewed'
        | 'subscription.past_due'
        | 'subscription.expired'
        | 'subscription.canceled'
        | 'token.deployed'
        | 'token.failed'
        | 'token.minted'
        | 'token.burned'
        | 'token.transferred'
        | 'token.paused'
        | 'token.unpaused'
        | 'token.called'
        | 'token.coupon.recorded'
        | 'token.coupon.funded'
        | 'token.coupon.paid'
        | 'token.coupon.defaulted'
        | 'wallet.*'
        | 'payment.*'
        | 'subscription.*'
        | 'token.*'
      >
      /** Your description of the endpoint. */
      description?: string
    }
    data: NewWebhookEndpoint
  }
  /** List webhook endpoints: `GET /v1/webhooks/endpoints`. */
  listWebhookEndpoints: {
    input: {
      /** Filters by status. */ status?: 'active' | 'paused'
      /** The page number. */
      page?: number
      /** Items per page. */
      limit?: number
    }
    data: WebhookEndpointPage
    item: WebhookEndpoint
  }
  /** Read a webhook endpoint: `GET /v1/webhooks/endpoints/{id}`. */
  getWebhookEndpoint: {
    input: {
      /** The id of the endpoint. */ id: string
    }
    data: WebhookEndpoint
  }
  /** Change a webhook endpoint: `PATCH /v1/webhooks/endpoints/{id}`. */
  updateWebhookEndpoint: {
    input: {
      /** The id of the endpoint. */ id: string
    } & {
      /** The URL that receives the events: a public host, in production with https. */ url?: string
      /** Kinds of events, or a whole family including future kinds. */
      events?: Array<
        | 'wallet.transfer.completed'
        | 'wallet.transfer.failed'
        | 'wallet.sign.completed'
        | 'wallet.sign.failed'
        | 'wallet.sweep.completed'
        | 'wallet.sweep.failed'
        | 'wallet.sweep.stopped'
        | 'wallet.deposit.confirmed'
        | 'wallet.deposit.reverted'
        | 'wallet.deposit.screened'
        | 'wallet.deposit.cleared'
        | 'payment.settled'
        | 'payment.failed'
        | 'payment.refunded'
        | 'payment.exception'
        | 'subscription.activated'
        | 'subscription.renewed'
        | 'subscription.past_due'
        | 'subscription.expired'
        | 'subscription.canceled'
        | 'token.deployed'
        | 'token.failed'
        | 'token.minted'
        | 'token.burned'
        | 'token.transferred'
        | 'token.paused'
        | 'token.unpaused'
        | 'token.called'
        | 'token.coupon.recorded'
        | 'token.coupon.funded'
        | 'token.coupon.paid'
        | 'token.coupon.defaulted'
        | 'wallet.*'
        | 'payment.*'
        | 'subscription.*'
        | 'token.*'
      >
      /** Your description of the endpoint. */
      description?: string
      /** While paused, events are counted and not sent. */
      status?: 'active' | 'paused'
    }
    data: WebhookEndpoint
  }
  /** Delete a webhook endpoint: `DELETE /v1/webhooks/endpoints/{id}`. */
  deleteWebhookEndpoint: {
    input: {
      /** The id of the endpoint. */ id: string
    }
    data: null
  }
  /** Rotate the secret of a webhook endpoint: `POST /v1/webhooks/endpoints/{id}/rotate-secret`. */
  rotateWebhookEndpointSecret: {
    input: {
      /** The id of the endpoint. */ id: string
    }
    data: NewWebhookEndpoint
  }
  /** Send a test event to a webhook endpoint: `POST /v1/webhooks/endpoints/{id}/test`. */
  testWebhookEndpoint: {
    input: {
      /** The id of the endpoint. */ id: string
    }
    data: null
  }
  /** Recover failed deliveries of a webhook endpoint: `POST /v1/webhooks/endpoints/{id}/recover`. */
  recoverWebhookEndpoint: {
    input: {
      /** The id of the endpoint. */ id: string
    } & {
      /** Includes events created at this time or later. */ since: string
    }
    data: Recovery
  }
  /** Allow an IP address: `POST /v1/projects/ip-whitelist`. */
  allowIpAddress: {
    input: {
      /** One IPv4 or IPv6 address. */ ipAddress: string
      /** The owner or purpose of the address. */
      label?: string
    }
    data: AllowedIpAddress
  }
  /** List allowed IP addresses: `GET /v1/projects/ip-whitelist`. */
  listAllowedIpAddresses: { input: {}; data: Array<AllowedIpAddress> }
  /** Remove an allowed IP address: `DELETE /v1/projects/ip-whitelist/{id}`. */
  removeAllowedIpAddress: {
    input: {
      /** The id of the entry. */ id: string
    }
    data: null
  }
  /** Rotate the key pair: `POST /v1/projects/keys/rotate`. */
  rotateKeys: {
    input: Partial<{
      /** The number of hours for which the current keys keep working: 0, 1, 24 or 168. */
      overlapHours?: 0 | 1 | 24 | 168
    }>
    data: KeyPair
  }
}

/** The `data` of each kind of webhook. */
export interface WebhookData {
  'wallet.transfer.completed': Transaction
  'wallet.transfer.failed': Transaction
  'wallet.sign.completed': Transaction
  'wallet.sign.failed': Transaction
  'wallet.sweep.completed': Transaction
  'wallet.sweep.failed': Transaction
  'wallet.sweep.stopped': SweepStopped
  'wallet.deposit.confirmed': Deposit
  'wallet.deposit.reverted': Deposit
  'wallet.deposit.screened': Deposit
  'wallet.deposit.cleared': Deposit
  'payment.settled': Payment
  'payment.failed': Payment
  'payment.refunded': Payment
  'payment.exception': Payment
  'subscription.activated': BillingSubscription
  'subscription.renewed': BillingSubscription
  'subscription.past_due': BillingSubscription
  'subscription.expired': BillingSubscription
  'subscription.canceled': BillingSubscription
  'token.deployed': Token
  'token.failed': TokenOperation
  'token.minted': TokenOperation
  'token.burned': TokenOperation
  'token.transferred': TokenOperation
  'token.paused': TokenOperation
  'token.unpaused': TokenOperation
  'token.called': TokenOperation
  'token.coupon.recorded': CouponEvent
  'token.coupon.funded': CouponEvent
  'token.coupon.paid': CouponEvent
  'token.coupon.defaulted': CouponEvent
  'webhook.test': {
    /** The project of the test event. */ projectId: string
  }
}
