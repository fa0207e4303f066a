/** What the audit log calls it when a person takes a token of a key without having the key. */
export const OWN_TOKEN_ACTION = 'key.token_taken'
