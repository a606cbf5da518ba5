/// For how long evidence of attacks stays locked away after a withdrawal, and what the tenant rests that on.
package struct FraudHoldPolicy: Equatable, Sendable {
    /// 0 where nothing stays.
    package let days: Int
    /// The legal ground, in the tenant's own words; nil where it has stated none.
    package let ground: String?
}
