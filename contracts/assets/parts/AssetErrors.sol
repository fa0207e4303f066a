// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// Why an asset refuses: one name each, which callers read by its selector.
interface AssetErrors {
    error NotAdmin(address caller);
    error LengthMismatch();
    /// The wallet belongs to no investor.
    error NotRegistered();
    error WalletFrozen();
    /// More than what the sender holds besides its frozen tokens.
    error FrozenTokens();
    error LockedUp();
    error InvestorLimit();
    error HolderLimit();
    error SupplyLimit();
    error InsufficientBalance();
    /// The redemption is recorded: nothing moves any more.
    error TokenClosed();
    error InvalidWallet();
    error WalletTaken();
    error WalletHoldsTokens();
    error InvalidPaymentToken();

    /// A line of a batch that was not done; `reason` is the selector of the error it would have been by itself.
    event LineRefused(uint256 indexed line, address indexed wallet, bytes4 reason);
}
