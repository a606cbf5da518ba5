import Foundation

/// Small images of 64 × 64 pixels in forms that the project reads but does not write, made with libjpeg-turbo 2.1.5 and
/// libwebp 1.2.4.
enum SmallImages {
    /// Red grows by 4 a column, green by 4 a row, blue is 200 on the left half and 40 on the right; quality 95,
    /// 4:2:0.
    static let progressiveJPEG = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK
        CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK
        CgoKCgoKCgr/wgARCABAAEADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQYI/8QAFwEBAQEBAAAAAAAAAAAAAAAABwUI
        Cf/aAAwDAQACEAMQAAAByKmmnqqGYoknJQIhNNPJK0YoknKQINNNPW3PA1NJOUgRCaaeSVo1NJOSgQaiSet+d5qaSclAiFEk8lLR
        qaSklAg00k9bc7zU0lJSBEJpJ5JWjU005SB//8QAFhAAAwAAAAAAAAAAAAAAAAAAAAME/9oACAEBAAEFAlSipRUoqUVKKlFSipRU
        oqUVKKlFSipRUoqUVKKlFSipRUoqUVKKlFSipRUoqUVKKlFSipRUoqUVKKlFSipRUoqUVKKlFSipRUoqUVKKlFSipRUoqUVKKlFS
        ipRUoqUVKKlFSipRUoqU/8QAFxEAAwEAAAAAAAAAAAAAAAAAAAQFMf/aAAgBAwEBPwGa/hNfwmv4TX8Jr+E1/Ca/hNfwmv4TX8Jr
        +E1/Ca/hNfwmv4TX8P/EABYRAAMAAAAAAAAAAAAAAAAAAAADBP/aAAgBAgEBPwF1g6wdYOsHWDrB1g6wdYOsHWDrB1g6wdYOsP/E
        ABUQAQEAAAAAAAAAAAAAAAAAAAAx/9oACAEBAAY/AoiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI/8QAFBABAAAAAAAA
        AAAAAAAAAAAAYP/aAAgBAQABPyEBtttttttttttttttttttttttttttttttt/9oADAMBAAIAAwAAABDGfO/IzY646wo8s9H/xAAV
        EQEBAAAAAAAAAAAAAAAAAAAAUf/aAAgBAwEBPxCxYsWLlyxYsWLFixYsWP/EABYRAAMAAAAAAAAAAAAAAAAAAAAhMf/aAAgBAgEB
        PxCjKMoyjKMoyjKMoyjKMoyjKMoyjP/EABgQAQEBAQEAAAAAAAAAAAAAAAAxwQGx/9oACAEBAAE/EI4RyjlFjlHCOUSOEco5Ryjh
        HCOEco4Ryix55RwjlEjlHKOUco5RwjhHKOUcoseeUSOUSOUSOUco5RwjhHKOUcoseeUSOESOUWOUco5RwjhHKOUco5f/2Q==
        """)

    /// One colour: inks 27, 141, 198, 30 of 255, stored inverted with an Adobe marker (that is red 201, green 101,
    /// blue 50).
    static let adobeCMYKJPEG = decoded(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK
        CgYICwwLCgwJCgoK/8AAFAgAQABABEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB
        AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH
        SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV
        1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD9kK4evzjr9hKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK
        KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK
        KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK
        KKKKKKKKKKKKKKKKKKK//9k=
        """)

    /// The same colour, inks stored as they are, without an Adobe marker.
    static let plainCMYKJPEG = decoded(
        """
        /9j/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/wAAU
        CABAAEAEQxEATREAWREASxEA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQID
        AAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZn
        aGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx
        8vP09fb3+Pn6/9oADgRDAE0AWQBLAAA/APxrrtK/Rivx3ooooooooooooooooooooooooooooooooooooooooooooooooooooooo
        oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
        ooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooor//
        2Q==
        """)

    /// Lossless: left half blue 10, green 120, red 230, right half 200, 20, 60; opaque above, transparent below.
    static let translucentWebP = decoded(
        """
        UklGRj4AAABXRUJQVlA4TDEAAAAvP8APEBcgEEhxECMuEEgCm3hKgUAS2/RjzX9A/QPCbKNJnuR5DmC/iP5PwHXaG/kDAA==
        """)

    /// The same two colours without transparency, quality 80.
    static let lossyWebP = decoded(
        """
        UklGRmgAAABXRUJQVlA4IFwAAABQBQCdASpAAEAAPm0wlUekIqIhKhzIAIANiWMA1QHA+AGnA/AD8AAD7/puLAgT/7xfF+AA/tYx
        8W5Ur+P6vvSxNgAj5yYPiFj2plHKOf34g1+OIAujVWTleGoAAA==
        """)

    /// The lossy one with an EXIF chunk that states orientation 6.
    static let orientedWebP = decoded(
        """
        UklGRpwAAABXRUJQVlA4WAoAAAAIAAAAPwAAPwAAVlA4IFwAAABQBQCdASpAAEAAPm0wlUekIqIhKhzIAIANiWMA1QHA+AGnA/AD
        8AAD7/puLAgT/7xfF+AA/tYx8W5Ur+P6vvSxNgAj5yYPiFj2plHKOf34g1+OIAujVWTleGoAAEVYSUYaAAAATU0AKgAAAAgAAQES
        AAMAAAABAAYAAAAAAAA=
        """)

    /// Two frames.
    static let animatedWebP = decoded(
        """
        UklGRs4AAABXRUJQVlA4WAoAAAASAAAAPwAAPwAAQU5JTQYAAAD/////AABBTk1GSgAAAAAAAAAAAD8AAD8AAGQAAAJWUDhMMQAA
        AC8/wA8QFyAQSHEQIy4QSAKbeEqBQBLb9GPNf0D9A8Jso0me5HkOYL+I/k/Addob+QMAQU5NRlAAAAAAAAAAAAA/AAA/AABkAAAC
        VlA4TDcAAAAvP8APEB8gEEjyZ5hgYrFgMsr8rziEBITsllnOz3+AN6lBUQAykJL0b2JnAL+I/k+AePtl3BB/AA==
        """)

    private static func decoded(_ text: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }
}
