/** Ends `The token …`. */
export const TAKES_FEE = 'takes a fee of each transfer, so that the recipient would get less'
export const TOKEN_TAKES_FEE = `The token ${TAKES_FEE}`
export const TOKEN_REFUSED = 'The token refused the transfer: it answered false'
/** Ends `The call …`, where the calldata calls a method of ERC-20. */
export const ANSWERED_FALSE = 'was refused by the token: it answered false'
export const TOKEN_MOVED_NOTHING = 'The token moved nothing, although it accepted the transfer'
