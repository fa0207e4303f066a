// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A payment token with a configurable behavior, for all recipients or for single ones.
contract HostilePayment is ERC20("Hostile", "HOST") {
    enum Manner {
        Honest,
        Reverts,
        AnswersFalse,
        AnswersNothing,
        AnswersOddly,
        AnswersLength,
        BurnsGas,
        TakesFee,
        Overcharges,
        ReEnters
    }

    Manner public manner;
    mapping(address receiver => Manner) public mannerTowards;
    address private _target;
    bytes private _call;
    /// How often it re-entered, and how often that succeeded.
    uint256 public attempts;
    uint256 public successes;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function behave(Manner wanted) external {
        manner = wanted;
    }

    function behaveTowards(address receiver, Manner wanted) external {
        mannerTowards[receiver] = wanted;
    }

    /// Sets the call that it makes while it re-enters.
    function aim(address target, bytes calldata data) external {
        (_target, _call) = (target, data);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        return _handOver(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _spendAllowance(from, msg.sender, amount);
        return _handOver(from, to, amount);
    }

    function _handOver(address from, address to, uint256 amount) private returns (bool) {
        Manner now_ = mannerTowards[to] == Manner.Honest ? manner : mannerTowards[to];
        if (now_ == Manner.Reverts) revert("no");
        if (now_ == Manner.AnswersFalse) return false;
        if (now_ == Manner.BurnsGas) {
            assembly ("memory-safe") {
                for {} 1 {} {}
            }
        }
        if (now_ == Manner.ReEnters) {
            (bool done,) = _target.call(_call);
            ++attempts;
            if (done) ++successes;
        }
        _transfer(from, to, amount);
        if (now_ == Manner.TakesFee) _burn(to, amount / 100 + 1);
        if (now_ == Manner.Overcharges) _burn(from, 1);
        if (now_ == Manner.AnswersNothing) _answer(0, 0);
        if (now_ == Manner.AnswersOddly) _answer(2, 0x20);
        if (now_ == Manner.AnswersLength) _answer(1, 100_000);
        return true;
    }

    /// Ends the call with so many bytes, the first word of which is `word`.
    function _answer(uint256 word, uint256 size) private pure {
        assembly ("memory-safe") {
            mstore(0, word)
            return(0, size)
        }
    }
}
