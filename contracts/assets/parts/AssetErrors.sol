// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The errors of an asset: one for each reason, which callers identify by its selector.
interface AssetErrors {
    error NotAdmin(address caller);
    error LengthMismatch();
    /// The wallet belongs to no investor.
    error NotRegistered();
    error WalletFrozen();
    /// The amount exceeds the sender's balance without its frozen tokens.
    error FrozenTokens();
    error LockedUp();
    error InvestorLimit();
    error HolderLimit();
    error SupplyLimit();
    error InsufficientBalance();
    /// The redemption is recorded: no unit can move.
    error TokenClosed();
    error InvalidWallet();
    error WalletTaken();
    error WalletHoldsTokens();
    error InvalidPaymentToken();

    /// A refused line of a batch; `reason` is the selector of the error that a single call would revert with.
    event LineRefused(uint256 indexed line, address indexed wallet, bytes4 reason);
}
