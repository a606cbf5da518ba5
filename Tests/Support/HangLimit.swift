import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that would never end. All tests of a run share its cores, so that the least of them may take as long
    /// as the whole run: no shorter limit says anything of the code.
    public static var endsWhereItHangs: Self { .timeLimit(.minutes(60)) }
}
