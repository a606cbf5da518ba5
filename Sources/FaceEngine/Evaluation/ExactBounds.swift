internal import Foundation

/// The exact bounds of a share, after `hits` of `count` independent trials (Clopper and Pearson 1934).
func exactBounds(hits: Int, of count: Int) -> (low: Double, high: Double) {
    guard count > 0 else { return (0, 1) }
    /// The greatest share at which `atMost` or fewer hits have at least the probability 2.5 %.
    func share(atMost: Int) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if binomialTail(upTo: atMost, of: count, share: middle) >= 0.025 { low = middle } else { high = middle }
        }
        return low
    }
    let high = hits == count ? 1 : share(atMost: hits)
    let low = hits == 0 ? 0 : 1 - share(atMost: count - hits)
    return (low, high)
}

/// The probability of `limit` or fewer hits in `count` trials.
///
/// Summed from the limit away from the mean, where the terms only fall: the first term of the whole sum, the chance of no
/// hit at all, is 0 in floating point for some thousand trials.
private func binomialTail(upTo limit: Int, of count: Int, share: Double) -> Double {
    guard share > 0 else { return 1 }
    guard share < 1 else { return limit >= count ? 1 : 0 }
    guard limit < count else { return 1 }
    func chance(of hits: Int) -> Double {
        let misses = Double(count - hits)
        let ways = lgamma(Double(count) + 1) - lgamma(Double(hits) + 1) - lgamma(misses + 1)
        return exp(ways + Double(hits) * log(share) + misses * log1p(-share))
    }
    let odds = share / (1 - share)
    var sum = 0.0
    if Double(limit) < Double(count) * share {
        var (term, hits) = (chance(of: limit), limit)
        while term > sum * 1e-17, term > 0 {
            sum += term
            guard hits > 0 else { break }
            term *= Double(hits) / (Double(count - hits + 1) * odds)
            hits -= 1
        }
        return min(sum, 1)
    }
    var (term, hits) = (chance(of: limit + 1), limit + 1)
    while term > sum * 1e-17, term > 0 {
        sum += term
        guard hits < count else { break }
        term *= Double(count - hits) * odds / Double(hits + 1)
        hits += 1
    }
    return max(1 - sum, 0)
}
