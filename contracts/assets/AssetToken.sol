// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {AssetLimits} from "./parts/AssetLimits.sol";
import {AssetLots} from "./parts/AssetLots.sol";
import {AssetParams} from "./parts/AssetParams.sol";
import {IERC7943Fungible} from "./parts/IERC7943Fungible.sol";

/// A tokenized asset: an ERC-20 for registered wallets, with the rules of its parameters and one admin. The factory clones it.
contract AssetToken is IERC7943Fungible, IERC165, AssetLimits, AssetLots, Pausable, Initializable {
    string private _assetName;
    string private _assetSymbol;
    uint8 private _assetDecimals;
    mapping(address wallet => uint256) private _frozenTokens;

    constructor() ERC20("", "") {
        _disableInitializers();
    }

    function initialize(AssetParams calldata params) external initializer {
        _setAdmin(params.admin);
        _assetName = params.name;
        _assetSymbol = params.symbol;
        _assetDecimals = params.decimals;
        maxHolders = params.maxHolders;
        maxPerInvestor = params.maxPerInvestor;
        lockUpSeconds = params.lockUpSeconds;
        _acceptPaymentToken(params);
    }

    /// Stops the holders' transfers. The admin can still mint, burn and force transfers.
    function pause() external onlyAdmin {
        _pause();
    }

    function unpause() external onlyAdmin {
        _unpause();
    }

    function mint(address to, uint256 amount) external onlyAdmin {
        _allow(_refusal(address(0), to, amount, false));
        _mintUnits(to, amount);
    }

    /// Mints line by line. Skips refused lines and emits an event for each.
    function batchMint(address[] calldata to, uint256[] calldata amounts)
        external
        onlyAdmin
        returns (bytes4[] memory reasons)
    {
        require(to.length == amounts.length, LengthMismatch());
        reasons = new bytes4[](to.length);
        for (uint256 i = 0; i < to.length; ++i) {
            bytes4 reason = _refusal(address(0), to[i], amounts[i], false);
            if (reason == 0) _mintUnits(to[i], amounts[i]);
            else reasons[i] = _refuseLine(i, to[i], reason);
        }
    }

    /// Burns units, also frozen and locked ones.
    function burn(address from, uint256 amount) external onlyAdmin {
        require(!_isClosed(), TokenClosed());
        require(amount <= balanceOf(from), InsufficientBalance());
        require(from != address(0), InvalidWallet());
        _shrinkLots(from, balanceOf(from) - amount);
        _burnUnits(from, amount);
    }

    /// Moves units regardless of the sender's restrictions; they arrive unlocked. The recipient's rules apply.
    function forcedTransfer(address from, address to, uint256 amount) external onlyAdmin returns (bool) {
        _allow(_refusal(from, to, amount, true));
        uint256 rest = balanceOf(from) - (from == to ? 0 : amount);
        _shrinkLots(from, rest);
        _shrinkFrozenTokens(from, rest);
        _transfer(from, to, amount);
        emit ForcedTransfer(from, to, amount);
        return true;
    }

    /// The number of frozen tokens of a wallet; may be more than it holds.
    function setFrozenTokens(address account, uint256 amount) external onlyAdmin returns (bool) {
        require(account != address(0) && account != admin, InvalidWallet());
        _setFrozenTokens(account, amount);
        return true;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        _dropExpired(msg.sender);
        _allow(_refusal(msg.sender, to, amount, false));
        return super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _dropExpired(from);
        _allow(_refusal(from, to, amount, false));
        return super.transferFrom(from, to, amount);
    }

    /// The selector of the error with which a transfer (from zero: a mint) would revert now; zero if it would succeed.
    function refusalOf(address from, address to, uint256 amount) external view returns (bytes4 reason) {
        return _refusal(from, to, amount, false);
    }

    /// Like `refusalOf`, but ignores a low balance and refuses senders that `canSend` refuses, as ERC-7943 requires.
    function canTransfer(address from, address to, uint256 amount) external view returns (bool) {
        if (from == address(0)) return false;
        bytes4 reason = _refusal(from, to, amount, false);
        return reason == 0 || reason == InsufficientBalance.selector;
    }

    function canSend(address account) external view returns (bool) {
        return _walletRefusal(account) == 0;
    }

    function canReceive(address account) external view returns (bool) {
        return _walletRefusal(account) == 0;
    }

    function getFrozenTokens(address account) external view returns (uint256) {
        return _frozenTokens[account];
    }

    /// The part of a wallet's balance that is still locked.
    function locked(address wallet) public view returns (uint256) {
        (uint256 sum, uint256 balance) = (_lockedOf(wallet), balanceOf(wallet));
        return sum < balance ? sum : balance;
    }

    function name() public view override returns (string memory) {
        return _assetName;
    }

    function symbol() public view override returns (string memory) {
        return _assetSymbol;
    }

    function decimals() public view override returns (uint8) {
        return _assetDecimals;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return
            id == type(IERC7943Fungible).interfaceId || id == type(IERC20).interfaceId
                || id == type(IERC165).interfaceId;
    }

    function _acceptPaymentToken(AssetParams calldata params) internal virtual {
        require(!params.yieldBearing && params.paymentToken == address(0), InvalidPaymentToken());
    }

    function _isClosed() internal view virtual returns (bool) {
        return false;
    }

    /// Does not update lots: units of a closed asset cannot move, and the lots of a hundred holders exceed one transaction.
    function _burnUnits(address from, uint256 amount) internal {
        _shrinkFrozenTokens(from, balanceOf(from) - amount);
        _burn(from, amount);
    }

    /// Checks every movement but a burn. Checks the balance last, so that it hides no other reason.
    function _refusal(address from, address to, uint256 amount, bool isForced) private view returns (bytes4 reason) {
        if (_isClosed()) return TokenClosed.selector;
        bool isMint = from == address(0) && !isForced;
        if (!isMint && !isForced) {
            if (paused()) return EnforcedPause.selector;
            reason = _walletRefusal(from);
            if (reason != 0) return reason;
        }
        reason = _walletRefusal(to);
        if (reason != 0) return reason;
        if (isMint && amount > type(uint128).max - totalSupply()) return SupplyLimit.selector;
        uint256 balance = isMint ? amount : balanceOf(from);
        if (!isMint && !isForced && amount <= balance) {
            if (amount > balance - locked(from)) return LockedUp.selector;
            uint256 frozen = _frozenTokens[from];
            if (amount > (frozen < balance ? balance - frozen : 0)) return FrozenTokens.selector;
        }
        reason = _limitRefusal(from, to, amount);
        if (reason != 0) return reason;
        if (isForced && from == address(0)) return InvalidWallet.selector;
        return amount > balance ? InsufficientBalance.selector : bytes4(0);
    }

    function _mintUnits(address to, uint256 amount) private {
        _mint(to, amount);
        if (to != admin) _lock(to, amount);
    }

    /// Reduces the frozen tokens of a wallet to its remaining balance. ERC-7943 requires the event before the tokens move.
    function _shrinkFrozenTokens(address from, uint256 rest) private {
        if (_frozenTokens[from] > rest) _setFrozenTokens(from, rest);
    }

    function _setFrozenTokens(address account, uint256 amount) private {
        _frozenTokens[account] = amount;
        emit Frozen(account, amount);
    }

    /// Reverts with the error of that selector. No such error has arguments.
    function _allow(bytes4 reason) private pure {
        if (reason == 0) return;
        assembly ("memory-safe") {
            mstore(0, reason)
            revert(0, 4)
        }
    }
}
