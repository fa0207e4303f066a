// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {AssetErrors} from "./AssetErrors.sol";

/// Who may hold an asset: wallets by investor, and which of them are frozen. The admin needs no entry.
abstract contract AssetRegistry is AssetErrors {
    event WalletRegistered(address indexed wallet, bytes32 indexed investor);
    event WalletRemoved(address indexed wallet);
    /// As ERC-3643 has it; `owner` is who did it.
    event AddressFrozen(address indexed wallet, bool indexed frozen, address indexed owner);

    address public admin;
    mapping(address wallet => bytes32) private _investors;
    /// Outlives the registration: nobody thaws by being removed and registered again.
    mapping(address wallet => bool) private _frozenWallets;

    modifier onlyAdmin() {
        _requireAdmin();
        _;
    }

    /// Enters line by line; what it refuses it tells of and leaves out. The same entry again changes nothing.
    function registerWallets(address[] calldata wallets, bytes32[] calldata investors)
        external
        onlyAdmin
        returns (bytes4[] memory reasons)
    {
        require(wallets.length == investors.length, LengthMismatch());
        reasons = new bytes4[](wallets.length);
        for (uint256 i = 0; i < wallets.length; ++i) {
            (address wallet, bytes32 investor) = (wallets[i], investors[i]);
            bytes32 known = _investors[wallet];
            if (wallet == address(0) || wallet == address(this) || investor == 0) {
                reasons[i] = _refuseLine(i, wallet, InvalidWallet.selector);
            } else if (known == 0) {
                _investors[wallet] = investor;
                emit WalletRegistered(wallet, investor);
            } else if (known != investor) {
                reasons[i] = _refuseLine(i, wallet, WalletTaken.selector);
            }
        }
    }

    /// Only wallets that hold nothing, so that no unit is ever without its investor.
    function removeWallets(address[] calldata wallets) external onlyAdmin returns (bytes4[] memory reasons) {
        reasons = new bytes4[](wallets.length);
        for (uint256 i = 0; i < wallets.length; ++i) {
            address wallet = wallets[i];
            if (_investors[wallet] == 0) {
                reasons[i] = _refuseLine(i, wallet, NotRegistered.selector);
            } else if (_holdsTokens(wallet)) {
                reasons[i] = _refuseLine(i, wallet, WalletHoldsTokens.selector);
            } else {
                delete _investors[wallet];
                emit WalletRemoved(wallet);
            }
        }
    }

    /// Frozen wallets neither send nor receive. The admin's own cannot be frozen.
    function setAddressFrozen(address wallet, bool frozen) external onlyAdmin {
        _setAddressFrozen(wallet, frozen);
    }

    function batchSetAddressFrozen(address[] calldata wallets, bool[] calldata frozen) external onlyAdmin {
        require(wallets.length == frozen.length, LengthMismatch());
        for (uint256 i = 0; i < wallets.length; ++i) _setAddressFrozen(wallets[i], frozen[i]);
    }

    /// Zero of a wallet that is not registered.
    function investorOf(address wallet) public view returns (bytes32) {
        return _investors[wallet];
    }

    /// Whether the wallet is registered, or the admin's.
    function isVerified(address wallet) public view returns (bool) {
        return _investors[wallet] != 0 || wallet == admin;
    }

    function isFrozen(address wallet) public view returns (bool) {
        return _frozenWallets[wallet];
    }

    function _setAdmin(address account) internal {
        require(account != address(0) && account != address(this), InvalidWallet());
        admin = account;
    }

    function _holdsTokens(address wallet) internal view virtual returns (bool);

    /// Why this wallet neither sends nor receives; zero when it may.
    function _walletRefusal(address wallet) internal view returns (bytes4) {
        if (wallet == address(0)) return InvalidWallet.selector;
        if (!isVerified(wallet)) return NotRegistered.selector;
        return _frozenWallets[wallet] ? WalletFrozen.selector : bytes4(0);
    }

    function _refuseLine(uint256 line, address wallet, bytes4 reason) internal returns (bytes4) {
        emit LineRefused(line, wallet, reason);
        return reason;
    }

    function _setAddressFrozen(address wallet, bool frozen) private {
        require(wallet != address(0) && wallet != admin, InvalidWallet());
        if (_frozenWallets[wallet] == frozen) return;
        _frozenWallets[wallet] = frozen;
        emit AddressFrozen(wallet, frozen, msg.sender);
    }

    function _requireAdmin() private view {
        require(msg.sender == admin, NotAdmin(msg.sender));
    }
}
