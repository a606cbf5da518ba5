/// What browsers are served, beside the interface.
package struct ServedPages: Sendable {
    package let routes: [Route]
    /// Of a path that leads nowhere.
    package let refusals: RefusalForm

    package init(routes: [Route], refusals: RefusalForm) {
        self.routes = routes
        self.refusals = refusals
    }
}
